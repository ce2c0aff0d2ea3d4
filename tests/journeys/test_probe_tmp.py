import collections, yaml, sys
from dataclasses import replace
from datetime import datetime, timedelta
from parley.domain.projects.model import TestCase
from parley.providers.embeddings.minilm import MiniLM
from parley.providers.embeddings.cache import CachedEmbedder
from parley.resources import local_model
from parley.runtime.agents import prepare
from parley.runtime.suite.run import Stage, run_case
from tests.journeys.test_examples_suite import PROJECTS
from tests.journeys.test_examples_dialogues import DIALOGUES, NAMES
async def test_x(installation):
    vectors = MiniLM(); model = local_model(vectors)
    equipment, hosts = installation.resources.equipment, installation.resources.hosts
    bad = collections.defaultdict(list)
    base = datetime(2026, 11, 16)
    moments = [base + timedelta(days=d, hours=h, minutes=30) for d in range(7) for h in (0, 10, 17, 23)]
    moments += [datetime(2026,12,23,10), datetime(2026,12,24,10), datetime(2026,12,25,10), datetime(2026,12,31,22), datetime(2027,2,28,12), datetime(2027,3,27,12)]
    agents = {n: await prepare(n, PROJECTS[n], hosts.of(n, PROJECTS[n]), CachedEmbedder(vectors)) for n in NAMES}
    k = 0
    for m in moments:
        for name in NAMES:
            for d in yaml.safe_load((DIALOGUES / f"{name}_dialogues.yaml").read_text()):
                k += 1
                key = f"k{k}"
                agent = replace(agents[name], host=hosts.of(key, PROJECTS[name]))
                script = ([{"expect": d["opening"]}] if "opening" in d else []) + d["turns"]
                case = TestCase(name=d["name"], scenario="", channel="webchat", language=PROJECTS[name].default_language, variant=d.get("variant"), simulated_at=m.isoformat(), integration_attributes=d.get("integration_attributes"), script=tuple(script))
                v = await run_case(Stage(agent, model, False, equipment.safety, equipment.clock, equipment.limits), case)
                await hosts.close(key)
                if v.script_failures or v.status.value != "passed":
                    bad[(name, d["name"])].append((m.strftime("%a %m-%d %H:%M"), v.script_failures[:1] or v.reason))
    for key, v in bad.items():
        print(key, len(v))
        for x in v[:6]: print("   ", x)
