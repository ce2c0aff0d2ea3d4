"""Test runs: a project's test suite on what is deployed.

run            every case of the suite against one deployment's files; begun by a promotion, the operator or a builder
gate           a project may demand that a version has passed its tests before it goes live
"""
