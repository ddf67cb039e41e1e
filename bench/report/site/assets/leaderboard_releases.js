"use strict";
/* Which release of the data a board is of, which is the newest, where the others are ranked, and its sealed round. */
const Releases = (() => {
  const { t, el } = Bench;
  const { boards, releases } = Bench.data;
  const of = (board) => releases.find((release) => release.boards.includes(board.id));

  /* The board of a release that has most in common with the one that is looked at. */
  function nearest(release, board) {
    const shared = (other) => [other.lang === board.lang, other.arm === board.arm, other.preset === board.preset].filter(Boolean).length;
    const [best] = boards.filter((each) => release.boards.includes(each.id)).sort((a, b) => shared(b) - shared(a));
    return best;
  }
  /* `nameOf`: the name of a release's data as the page has it. */
  function said(board, nameOf) {
    const here = of(board);
    if (!here) return [];
    const link = (release) => el("a", { href: "#board=" + nearest(release, board).id }, Tables.foreign(nameOf(release)));
    const name = Tables.foreign(nameOf(here));
    const others = releases.filter((each) => each.line === here.line && each !== here && each.since !== null);
    const newest = others.find((each) => each.newest);
    const older = others.filter((each) => !each.newest);
    const status = here.newest ? "lb.release.newest" : newest ? "lb.release.older" : "lb.release.only";
    const links = older.flatMap((each, n) => [n ? " · " : "", link(each)]);
    return [
      el("p", {}, Tables.say(status, { name, newest: newest ? link(newest) : "" })),
      older.length ? el("p", {}, Tables.say(here.newest ? "lb.release.olders" : "lb.release.others", { others: el("span", {}, links) })) : null,
      board.carried ? el("p", { class: "soft" }, t("lb.release.carried")) : null,
      board.round ? el("p", {}, round(board.round)) : null,
    ].filter(Boolean);
  }
  function round({ name, published, revealed, sealed, redrawn }) {
    const state = revealed === null ? "lb.round.secret" : sealed ? "lb.round.sealed" : "lb.round.after";
    const parts = { name: Tables.foreign(name), published, revealed: revealed ?? "" };
    return [Tables.say(state, parts), redrawn ? " " + t("lb.round.redrawn") : ""];
  }
  /* What sets the boards of a round apart, as [key, text]; and what proves it. */
  const protocol = ({ round }) => (round ? [["round", t(round.sealed ? "lb.round.kind.sealed" : "lb.round.kind.after")]] : []);
  const proof = ({ round }) =>
    round ? [["commitment", round.commitment], ...(round.seed === null ? [] : [["round_seed", round.seed]])] : [];

  return { said, protocol, proof };
})();
