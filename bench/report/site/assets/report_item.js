"use strict";
/* One item, opened: what was asked, and for each arm the documents as they were shown, the answers and the votes. */
const ItemView = (() => {
  const { el, t, data } = Bench;
  const browser = data.browser;

  function body(item) {
    const arms = browser.arms.filter((arm) => item.trials.some((trial) => trial.arm === arm));
    return el("div", { class: "body" }, facts(item), ...arms.map((arm) => inArm(item, arm)));
  }

  function facts(item) {
    const link = (id) => el("a", { href: `#item=${encodeURIComponent(id)}&lang=${item.lang}` }, id);
    const words = (text) => el("span", { class: "text", lang: item.lang, dir: "auto" }, text);
    const rows = [
      ["item.question", item.question && words(item.question)],
      ["item.reference", item.answer && words(item.answer)],
      ["item.reasoning", item.reasoning && words(item.reasoning)],
      ["item.accept", item.accept?.length ? words(item.accept.join(" / ")) : null],
      ["category", item.categories.length ? item.categories.map((name) => t("figure.categories." + name)).join(", ") : null],
      ["item.aspects", item.aspects.length ? item.aspects.map((name) => t("aspect." + name)).join(", ") : null],
      ["item.kind", t("kind." + item.kind)],
      ["item.base", item.base ? link(item.base) : null],
      ["item.flags", item.flags.length ? item.flags.join(", ") : null],
      ["item.link", link(item.id)],
    ];
    return el("dl", { class: "facts" }, ...rows.filter(([, value]) => value).flatMap(([name, value]) => [el("dt", {}, t(name)), el("dd", {}, value)]));
  }

  /* Trials that were shown the same documents stand under them together. */
  function inArm(item, arm) {
    const groups = new Map();
    for (const trial of item.trials.filter((one) => one.arm === arm)) groups.set(trial.context, [...(groups.get(trial.context) ?? []), trial]);
    const { pairs, alone } = Pairs.of([...groups.values()].flat());
    const parts = [...groups].flatMap(([context, trials]) => [documents(item, browser.contexts[context]), ...trials.filter((trial) => alone.has(trial)).map((trial) => inTrial(item, trial))]);
    return el("div", { class: "arm" }, el("h3", {}, t("arm." + arm)), ...parts, ...pairs.map((pair) => beside(item, pair)));
  }

  /* Two runs' answers to one trial, and the words that only one of them has. */
  function beside(item, pair) {
    const differing = Pairs.differing(pair.map((trial) => trial.text), item.lang);
    const columns = pair.map((trial, side) => inTrial(item, trial, differing?.[side]));
    const note = pair.some((trial) => trial.text === undefined) ? null : t(pair[0].text === pair[1].text ? "compare.same" : differing ? "compare.diff" : "compare.no_diff");
    return el("div", { class: "pair" }, el("div", { class: "two" }, ...columns), note ? el("p", { class: "soft" }, note) : null);
  }

  function documents(item, chunks) {
    if (!chunks.length) return el("p", { class: "soft" }, t("item.no_documents"));
    const shown = el("details", { class: "shown" }, el("summary", {}, t("item.documents", { n: chunks.length, gold: chunks.filter((n) => item.gold.includes(browser.chunks[n].id)).length })));
    shown.addEventListener("toggle", () => {
      if (shown.open && shown.children.length === 1) shown.append(el("ol", { class: "documents" }, ...chunks.map((number) => el("li", {}, chunk(item, browser.chunks[number])))));
    });
    return shown;
  }

  function chunk(item, shown) {
    const tags = [];
    if (item.gold.includes(shown.id)) tags.push(el("span", { class: "tag gold" }, t("chunk.gold")));
    if (item.rival.includes(shown.id)) tags.push(el("span", { class: "tag rival" }, t("chunk.rival")));
    if (item.cut.includes(shown.id)) tags.push(el("span", { class: "tag cut" }, t("chunk.cut")));
    const head = [...tags, el("span", { lang: item.lang, dir: "auto" }, shown.title || ""), " ", el("small", { class: "soft" }, shown.id)];
    if (shown.text === undefined) return el("span", {}, ...head);
    const details = el("details", { class: "document" }, el("summary", {}, ...head));
    const fill = () => { if (details.open && details.children.length === 1) details.append(...HtmlTables.views(shown.text, quotes(item, shown), item.lang, (from, to) => marked(item, shown, from, to))); };
    details.addEventListener("toggle", fill);
    if (tags.length) { details.open = true; fill(); }
    return details;
  }

  /* Where the item's quotes of evidence stand in the chunk, as [start, length], in order. */
  function quotes(item, shown) {
    return item.evidence.filter(([chunk]) => chunk === shown.id)
      .map(([, quote]) => [shown.text.indexOf(quote), quote.length]).filter(([start]) => start >= 0).sort((a, b) => a[0] - b[0]);
  }

  /* The chunk's text between two places, every quote of evidence in a <mark> that also says what it is. */
  function marked(item, shown, first, last) {
    if (!shown.text) return [el("em", {}, t("chunk.gone"))];
    const parts = [];
    let at = first;
    for (const [start, length] of quotes(item, shown)) {
      const [from, to] = [Math.max(start, at), Math.min(start + length, last)];
      if (to <= from) continue;
      parts.push(shown.text.slice(at, from));
      at = to;
      parts.push(el("mark", {}, el("span", { class: "tag evidence", lang: Bench.language }, t("chunk.evidence")), shown.text.slice(from, at)));
    }
    return [...parts, shown.text.slice(at, last)];
  }

  function outcome(item, trial) {
    const name = Items.names[trial.letter];
    const detail = browser.details[trial.kind ?? item.kind][trial.letter];
    return el("span", { class: "badge " + name }, `${Items.signs[name]} ${t(name)}` + (detail ? t("outcome.detail", { detail: t("outcome." + detail) }) : ""));
  }

  /* `words`: the answer cut into [text, whether only this answer has it], where it is compared with another. */
  function inTrial(item, trial, words) {
    const repeated = item.trials.some((one) => one.repeat > 0);
    const head = [outcome(item, trial)];
    if (Items.several) head.unshift(el("span", {}, browser.runs[trial.run]));
    if (repeated) head.push(el("span", { class: "soft" }, t("trial.repeat", { n: trial.repeat + 1 })));
    if (trial.canary) head.push(el("span", { class: "badge care" }, t("trial.canary")));
    if (trial.fault) head.push(el("span", { class: "soft" }, t("failure." + trial.fault)));
    const reason = trial.reason ? el("p", { class: "care" }, t("trial.excluded", { reason: data.reasons[trial.reason]?.[Bench.language] ?? trial.reason })) : null;
    const answer = trial.text === undefined ? null : el("div", { class: `text answer ${Items.names[trial.letter]}`, lang: item.lang, dir: "auto", tabindex: "0", role: "region", "aria-label": t("trial.answer") },
      words ? words.map(([text, own]) => (own ? el("mark", { class: "own" }, text) : text)) : trial.text);
    return el("div", { class: "trial" }, el("h4", {}, ...head), reason, trial.message ? el("p", { class: "text soft" }, trial.message) : null, answer,
      trial.votes.length ? el("ul", { class: "votes" }, ...trial.votes.map((vote) => el("li", {}, ...said(vote)))) : null);
  }

  function said(vote) {
    const what = vote.intent ? t("intent." + vote.intent) : t("verdict_of." + vote.verdict);
    const more = [vote.abstained ? t("vote.abstained") : null, vote.conflict ? t("vote.conflict") : null, vote.failure ? t("vote.failure", { kind: data.reasons[vote.failure]?.[Bench.language] ?? vote.failure }) : null].filter(Boolean);
    const notes = more.length ? ` (${more.join(", ")})` : "";
    return [el("strong", {}, browser.judges[vote.judge]), `: ${what}${notes}`, vote.reason ? el("div", { class: "text soft", dir: "auto" }, vote.reason) : null];
  }

  return { body };
})();
