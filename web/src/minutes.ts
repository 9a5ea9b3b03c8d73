// Times in words.

/** Seconds as minutes and seconds. */
export function minutes(seconds: number): string {
  const rest = String(seconds % 60).padStart(2, "0");
  return seconds < 3600 ? `${Math.floor(seconds / 60)}:${rest}` : `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${rest}`;
}
