// Chance by a seed, as Python has it: `random.Random` of a text or a number. So the same seed gives the same game here and there.

/** SHA-512 (FIPS 180-4), by which Python makes a key of a text. */
export function sha512(bytes: Uint8Array): Uint8Array {
  const mask = (1n << 64n) - 1n;
  const [fractions, state] = constants();
  const size = ((bytes.length + 17 + 127) >> 7) << 7;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  const turn = (x: bigint, by: bigint) => ((x >> by) | (x << (64n - by))) & mask;
  const words = new Array<bigint>(80);
  for (let block = 0; block < size; block += 128) {
    for (let i = 0; i < 16; i++) words[i] = view.getBigUint64(block + 8 * i);
    for (let i = 16; i < 80; i++) {
      const [a, b] = [words[i - 15], words[i - 2]];
      const near = turn(a, 1n) ^ turn(a, 8n) ^ (a >> 7n);
      const far = turn(b, 19n) ^ turn(b, 61n) ^ (b >> 6n);
      words[i] = (words[i - 16] + near + words[i - 7] + far) & mask;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 80; i++) {
      const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & mask & g)) + fractions[i] + words[i];
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & mask, c, b, a, (one + two) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) & mask));
  }
  const found = new DataView(new ArrayBuffer(64));
  state.forEach((word, i) => found.setBigUint64(8 * i, word));
  return new Uint8Array(found.buffer);
}

/** The fractional parts of the cube roots of the first eighty primes, and of the square roots of the first eight, in 64 bits. */
function constants(): [bigint[], bigint[]] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 80; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const mask = (1n << 64n) - 1n;
  const root = (n: bigint, power: bigint) => {
    let [low, high] = [0n, n];
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** power <= n) low = middle;
      else high = middle - 1n;
    }
    return low & mask;
  };
  return [primes.map((prime) => root(prime << 192n, 3n)), primes.slice(0, 8).map((prime) => root(prime << 128n, 2n))];
}

/** The Mersenne Twister (Matsumoto and Nishimura 1998), seeded and asked as `random.Random`. */
export class Random {
  private readonly words = new Uint32Array(624);
  private at = 624;

  constructor(seed: string | number) {
    const bytes = typeof seed === "string" ? ofText(seed) : ofNumber(seed);
    const key = new Uint32Array(Math.max(1, Math.ceil(bytes.length / 4)));
    bytes.reverse().forEach((byte, i) => (key[i >> 2] |= byte << (8 * (i & 3))));
    this.begin(key);
  }

  private begin(key: Uint32Array): void {
    const words = this.words;
    words[0] = 19650218;
    for (let i = 1; i < 624; i++) words[i] = Math.imul(1812433253, words[i - 1] ^ (words[i - 1] >>> 30)) + i;
    let [i, j] = [1, 0];
    const on = () => {
      if (++i < 624) return;
      words[0] = words[623];
      i = 1;
    };
    for (let k = Math.max(624, key.length); k; k--) {
      words[i] = (words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), 1664525)) + key[j] + j;
      j = (j + 1) % key.length;
      on();
    }
    for (let k = 623; k; k--) {
      words[i] = (words[i] ^ Math.imul(words[i - 1] ^ (words[i - 1] >>> 30), 1566083941)) - i;
      on();
    }
    words[0] = 0x80000000;
  }

  private next(): number {
    const words = this.words;
    if (this.at === 624) {
      for (let i = 0; i < 624; i++) {
        const both = (words[i] & 0x80000000) | (words[(i + 1) % 624] & 0x7fffffff);
        words[i] = words[(i + 397) % 624] ^ (both >>> 1) ^ (both & 1 ? 0x9908b0df : 0);
      }
      this.at = 0;
    }
    let found = words[this.at++];
    found ^= found >>> 11;
    found ^= (found << 7) & 0x9d2c5680;
    found ^= (found << 15) & 0xefc60000;
    return (found ^ (found >>> 18)) >>> 0;
  }

  /** So many random bits, up to 32. */
  bits(count: number): number {
    return this.next() >>> (32 - count);
  }

  /** A number from 0 below a bound. */
  below(bound: number): number {
    const size = 32 - Math.clz32(bound);
    let found = this.bits(size);
    while (found >= bound) found = this.bits(size);
    return found;
  }

  shuffle<T>(items: T[]): void {
    for (let i = items.length - 1; i > 0; i--) {
      const other = this.below(i + 1);
      [items[i], items[other]] = [items[other], items[i]];
    }
  }

  choice<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }
}

function ofText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const key = new Uint8Array(bytes.length + 64);
  key.set(bytes);
  key.set(sha512(bytes), bytes.length);
  return key;
}

function ofNumber(number: number): Uint8Array {
  const found: number[] = [];
  for (let rest = number; rest; rest = Math.floor(rest / 256)) found.unshift(rest % 256);
  return Uint8Array.from(found);
}
