"""The studio: a page in the browser that edits files, draws boards, scores them and calls the solver.

The front end (`app`, `page`, `child`) never processes texts. It passes each request to a child process with limits
of time and memory (`limits`), started by a fork server with all modules preloaded (`warm`). A child answers the
requests of one page (`requests`, `tables`, `board_edits`), serves its editor (`language`), or works on one question
for the solver (`questions`). `files` is the set of accessible files.
"""
