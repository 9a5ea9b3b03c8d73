// Links that hold a text and its board: JSON, raw deflate (RFC 1951), base64url, in the fragment, which is sent nowhere.

import type { Json } from "./link";

const MOST = 512 * 1024;

async function piped(data: BlobPart, through: GenericTransformStream): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) throw new Error("the link is too long");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function packed(content: Json): Promise<string> {
  const bytes = await piped(JSON.stringify({ v: 1, ...content }), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link holds; null when it is none of ours. */
export async function unpacked(text: string): Promise<Json | null> {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const content = JSON.parse(new TextDecoder().decode(await piped(bytes, new DecompressionStream("deflate-raw"))));
    return content?.v === 1 && typeof content.text === "string" && typeof content.name === "string" ? content : null;
  } catch {
    return null;
  }
}
