# %% [markdown]
# # Two models, side by side
#
# Runs two of the built-in baselines on a sample of the suite's own data, compares them and draws their accuracy per
# arm. The baselines are offline and free; put the names of two real models in their place (see `bench models`).
#
# The file is in percent format: VS Code, PyCharm and Jupytext open it as a notebook, and Python runs it as it is.

# %%
from pathlib import Path

import altair as alt

from bench import compare, rates, run, trials

MODELS = ("baseline:extractive", "baseline:always-abstain")
RUNS = Path("results/runs")
ACCURACY = "overall_item_micro"

# %% [markdown]
# ## Run
#
# The same call goes on where it was: what the log holds already is not asked, and not paid, again.

# %%
summaries = [run(model, limit=10, judge="rule", progress=True) for model in MODELS]
folders = [RUNS / summary.run for summary in summaries]

# %% [markdown]
# ## Figures
#
# `rates` has a row for each figure. An undefined figure is missing, not 0.

# %%
figures = rates(*summaries)
accuracy = figures[figures["figure"] == ACCURACY]
print(accuracy.pivot_table(index=["lang", "arm"], columns="model", values="value", sort=False).round(3).to_string())

# %% [markdown]
# ## Which is better, and how surely
#
# Paired by question: only what both have answered counts.

# %%
comparison = compare(*folders, arms=["shuffled"])
for arm in comparison.arms:
    for pair in arm.pairs:
        for measure in pair.measures:
            print(f"{arm.lang} {arm.arm} {measure.title}: {measure.verdict}")

# %% [markdown]
# ## Single trials
#
# `trials` has a row for each answer: where did the first model go wrong although it was shown the evidence alone?

# %%
answers = trials(folders[0])
wrong = answers[(answers["arm"] == "gold") & (answers["outcome"] == "wrong")]
print(wrong[["lang", "item", "categories", "text"]].head(5).to_string(index=False, max_colwidth=60))

# %% [markdown]
# ## A picture

# %%
bars = alt.Chart(accuracy.astype({"value": float, "low": float, "high": float})).encode(
    x=alt.X("model:N", title=None, axis=None), color=alt.Color("model:N", title="Model")
)
chart = alt.layer(
    bars.mark_bar().encode(y=alt.Y("value:Q", title="Accuracy over items", scale=alt.Scale(domain=[0, 1]))),
    bars.mark_rule().encode(y="low:Q", y2="high:Q", color=alt.value("black")),
).facet(column=alt.Column("arm:N", title=None, sort=None), row=alt.Row("lang:N", title=None))
chart.save("accuracy.svg")
print("The picture is in accuracy.svg.")
