"""What command-line toolkits of the hosted service read and write of a project.

deployments  the list of deployments, in their form
projections  a project as the one tree that they pull
pushes       the changes of it that they push
templates    agents to begin with, as such trees
"""
