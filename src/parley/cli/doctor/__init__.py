"""`parley doctor`: what is right and wrong with an installation, and what to do about it.

finding     one thing that was looked at: what is, why it matters, what to do (`finding`)
examiner    looks at one area and gives its findings (`machine`, `ports`, `database`, `models`, `speech`,
            `addresses`)
"""
