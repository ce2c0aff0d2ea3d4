"""Agents: making and removing them, their versions.

listing     the agents of an account; creation: new ones, from settings or as a copy
deployments their versions: publishing, promoting, rolling back; deployment_files, deployment_needs: what is in one
uploads     a project's files in a request; archives: those that come as a zip
real_time   values that change without a deployment
ab_tests    two versions side by side in live; ab_test_results: what came of each
voice_library  voices that agents can speak with
"""
