// How numbers are written: the same digits as in the app.

export const DIGITS = 3;

// Is the number exactly halfway between two numbers of so many decimals?
function halfway(size, digits) {
  return Number.isInteger(size * 2 ** (digits + 1)) && size.toFixed(digits + 1).endsWith("5");
}

// Rounded to even where it lies halfway, as Python does; toFixed would round up.
function fixed(number, digits) {
  const size = Math.abs(number);
  let text = size.toFixed(digits);
  if (halfway(size, digits) && Number(text.at(-1)) % 2) {
    text = (size - 0.5 * 10 ** -digits).toFixed(digits);
  }
  return (number < 0 ? "−" : "") + text;
}

export function shown(number, digits = DIGITS) {
  const size = Math.abs(number);
  if (!Number.isFinite(number)) return String(number).replace("-", "−");
  if (size !== 0 && (size >= 1e7 || size < 0.5 * 10 ** -digits)) {
    const [mantissa, exponent] = number.toExponential(digits).split("e");
    const power = exponent.slice(1).padStart(2, "0");
    return `${mantissa}e${exponent[0]}${power}`.replaceAll("-", "−");
  }
  return fixed(number, digits);
}

// 1 284 rather than 1,284: a space is a decimal sign in no country.
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// A number beside an axis, without needless digits.
export function brief(number) {
  return String(Number(number.toPrecision(6))).replace("-", "−");
}

// Round numbers between low and high, about so many.
export function ticks(low, high, most) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => span / size <= most) ?? 10 * power;
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
  return found;
}
