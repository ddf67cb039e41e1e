"use strict";
/* Two runs beside each other: which two, their answers to the same trial, and the words in which these differ. */
const Pairs = (() => {
  const { el, t, data } = Bench;
  const { runs } = data.browser;
  /* Words of one answer that are compared at most, once what both begin and end with is taken away. */
  const LONGEST = 1500;
  const chosen = [0, 1];

  /* The trials of the two runs as pairs, repeat by repeat; `alone`: those that stand by themselves. */
  function of(trials) {
    const alone = new Set(trials);
    const pairs = [];
    if (runs.length < 2) return { pairs, alone };
    for (const trial of trials.filter((one) => one.run === chosen[0])) {
      const other = trials.find((one) => one.run === chosen[1] && one.repeat === trial.repeat);
      if (!other) continue;
      pairs.push([trial, other]);
      alone.delete(trial);
      alone.delete(other);
    }
    return { pairs, alone };
  }

  /* Both texts cut into [text, whether only this one has it]; null where one is missing, or they are too far apart. */
  function differing([one, other], language) {
    if (one === undefined || other === undefined || one === other) return null;
    const words = (text) => [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].map((part) => part.segment);
    const [a, b] = [words(one), words(other)];
    let start = 0;
    while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
    let end = 0;
    while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
    const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
    if (Math.max(left.length, right.length) > LONGEST) return null;
    const common = longestCommon(left, right);
    const cut = (all, middle, side) => runsOf([...all.slice(0, start).map((w) => [w, false]), ...middle.map((w, at) => [w, !common[side].has(at)]), ...all.slice(all.length - end).map((w) => [w, false])]);
    return [cut(a, left, 0), cut(b, right, 1)];
  }

  /* The places in both of a longest sequence of words that both have. */
  function longestCommon(a, b) {
    const width = b.length + 1;
    const length = new Uint16Array((a.length + 1) * width);
    for (let i = a.length - 1; i >= 0; i -= 1) {
      for (let j = b.length - 1; j >= 0; j -= 1) {
        length[i * width + j] = a[i] === b[j] ? length[(i + 1) * width + j + 1] + 1 : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
      }
    }
    const found = [new Set(), new Set()];
    for (let i = 0, j = 0; i < a.length && j < b.length;) {
      if (a[i] === b[j]) { found[0].add(i); found[1].add(j); i += 1; j += 1; }
      else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i += 1;
      else j += 1;
    }
    return found;
  }

  function runsOf(words) {
    const joined = [];
    for (const [word, own] of words) if (joined.length && joined.at(-1)[1] === own) joined.at(-1)[0] += word; else joined.push([word, own]);
    return joined;
  }

  /* With more than two runs: which two stand beside each other. */
  function controls(changed) {
    if (runs.length < 3) return [];
    return ["left", "right"].map((name, side) => {
      const select = el("select", { name }, runs.map((run, number) => el("option", { value: number }, run)));
      select.value = String(chosen[side]);
      select.addEventListener("change", () => {
        if (Number(select.value) === chosen[1 - side]) chosen[1 - side] = chosen[side];
        chosen[side] = Number(select.value);
        changed();
      });
      return el("label", {}, t("compare." + name), select);
    });
  }
  function read(parts) {
    const [left, right] = ["left", "right"].map((name, side) => (parts.has(name) ? Number(parts.get(name)) : side));
    if (left !== right && [left, right].every((n) => Number.isInteger(n) && n >= 0 && n < runs.length)) chosen.splice(0, 2, left, right);
  }
  const written = () => ({ left: chosen[0] === 0 ? null : String(chosen[0]), right: chosen[1] === 1 ? null : String(chosen[1]) });

  return { of, differing, controls, read, written };
})();
