// What rules as JavaScript call: whole numbers that are exact or refused, and tables and groups as in emit/tables.py.
const runtime = (() => {
  const exact = (number) => {
    if (!Number.isSafeInteger(number)) throw new RangeError("a number is too large to be exact");
    return number + 0; // no -0
  };
  const remainder = (left, right) => {
    if (!right) return 0;
    const rest = left % right;
    return exact(rest && rest < 0 !== right < 0 ? rest + right : rest);
  };
  const heights = new Map();
  const value = (key, kinds, number) => ({ key, kinds, number });
  const flood = (labels, near) => {
    const found = [];
    labels.forEach((label, start) => {
      if (labels[start] < 0) return;
      labels[start] = -1;
      const part = [start];
      for (const space of part)
        for (const other of near[space])
          if (labels[other] === label) {
            labels[other] = -1;
            part.push(other);
          }
      part.sort((a, b) => a - b);
      found.push([label, part]);
    });
    return found.sort((a, b) => a[0] - b[0]).map(([, part]) => part);
  };
  return {
    add: (left, right) => exact(left + right),
    multiply: (left, right) => exact(left * right),
    divide: (left, right) => exact(Number((BigInt(left) - BigInt(remainder(left, right))) / BigInt(right))),
    remainder,
    bits: (left, right) => exact(Number(BigInt(left) & BigInt(right))),
    extreme: (sign, numbers) => [...numbers].reduce((best, one) => (best === null || (one - best) * sign > 0 ? one : best), null) ?? 0,
    sorted: (items) => [...items].sort((a, b) => a - b),
    at: (items, index) => items[index < 0 ? items.length + index : index],
    get: (items, key, otherwise) => (Object.hasOwn(items, key) ? items[key] : otherwise),
    getter: (items) => (index) => items[index < 0 ? items.length + index : index],
    has: (items, item) => (items instanceof Set ? items.has(item) : items.includes(item)),
    isdisjoint: (one, other) => [...one].every((item) => !other.has(item)),
    equal: (one, other) => {
      if (one instanceof Set) return one.size === other.size && [...one].every((item) => other.has(item));
      return one === other || (one?.key !== undefined && one.key === other?.key);
    },
    value,
    heightValue: (height) => {
      if (!heights.has(height)) heights.set(height, value(JSON.stringify([String(height), null, height]).replaceAll(",", ", "), null, height));
      return heights.get(height);
    },
    lookUp: (body, entries) => (entries.find(([low, high]) => low <= body && (high === null || body <= high)) ?? [0, 0, 0])[2],
    ranked: (which, numbers, rank) => numbers.sort((a, b) => (which === "max" ? b - a : a - b))[rank - 1] ?? 0,
    flood,
    floodEach: (members, tops, heights, values, near) =>
      values.flatMap(({ kinds, number }) =>
        flood(members.map((member, s) => (member === 0 && (kinds ? kinds.has(tops[s]) : heights[s] === (number ?? 0)) ? 0 : -1)), near),
      ),
    runs: (lines, links) => {
      const found = [];
      for (const line of lines)
        for (const joints of links) {
          const stretches = [[line[0]]];
          line.slice(1).forEach((other, i) => {
            if (joints.has(`${line[i]},${other}`)) stretches.at(-1).push(other);
            else stretches.push([other]);
          });
          found.push(...stretches.filter((stretch) => stretch.length > 1));
        }
      return found;
    },
  };
})();
