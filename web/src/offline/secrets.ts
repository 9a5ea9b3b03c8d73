// What must not be read by accident: a slow hash, and texts enciphered with a key that takes as long (`studio/puzzle_page.py`).

/** So many bytes that take so many rounds of PBKDF2 to work out. */
export async function slowHash(salt: string, secret: string, size: number, rounds: number): Promise<Uint8Array> {
  const text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: text.encode(salt), iterations: rounds };
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, size * 8));
}

export async function deciphered(salt: string, content: string, rounds: number): Promise<string> {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const key = await slowHash(salt, "hint", bytes.length, rounds);
  return new TextDecoder().decode(bytes.map((byte, i) => byte ^ key[i]));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
