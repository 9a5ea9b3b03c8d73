"""The studio: a page in the browser that edits files, draws boards, scores them and asks the solver.

The front (`app`, `page`, `child`) does no work on texts: it gives every request to a child process with limits of
time and memory (`limits`), started by a fork server that has loaded everything once (`warm`). A child answers
requests of one page (`requests`, `tables`, `board_edits`), serves its editor (`language`), or works on one question for the
solver (`questions`). `files` says which files there are.
"""
