// Arrays and sentences as the page carries them, taken apart again.

const KINDS = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array };

function bytesOf(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  return bytes;
}

export function unpacked(packed) {
  if ("same" in packed) return new Float64Array(packed.count).fill(packed.same);
  if ("bits" in packed) {
    const bytes = bytesOf(packed.bits);
    return Uint8Array.from({ length: packed.count }, (_, k) => (bytes[k >> 3] >> (k & 7)) & 1);
  }
  const [kind] = Object.keys(packed);
  return new KINDS[kind](bytesOf(packed[kind]).buffer);
}

// The sentence at a place: its template with the numbers put into the gaps.
export function sentenceAt(packed, place) {
  const told = packed.told[place];
  if (told === undefined) return "";
  let next = 1;
  return packed.templates[told[0]].replace(/\x01/g, () => told[next++]);
}
