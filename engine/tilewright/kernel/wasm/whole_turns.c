/* Which whole turn wins most often, where the positions of a game have a value: UCT whose choices at the root are turns (`uct.c`).
 *
 * Part of `runtime.c`. A turn of many choices has more ways than a tree can try. So turns are drawn at random and improved: one
 * of the better ones is kept to some choice and drawn anew from there. The best by the value at their end are tried against
 * one another (UCB1), more of them the more games there are; each game is played on for a few turns, in which everybody plays the
 * best by that value of some turns at random.
 */
enum { MOST_LINES = 32, MOST_STEPS = 12, DRAWN_LINES = 400, MOST_IN_TURN = 100, FRESH_IN = 4, FEWEST_LINES = 4 };
/* A turn: the state before each of its first choices and at its end, what is chosen there, and the lead at the end. */
struct line { i32 codes[MOST_STEPS], lead, steps, status; u32 visits; double sum, won, points; u8 *states; };

static struct line lines[MOST_LINES + 1]; /* the last one is the one that is being drawn */
static i32 lines_known, turns_ahead, turns_drawn;
static u32 line_visits;
static u8 *drawn_turn, *best_turn;

static u8 *state_of(const struct line *line, i32 step) { return line->states + step * G->state_size; }

/* Plays on at random for so many decisions, at most to the end of the turn. */
static i32 play_on(u8 *s, i32 most) {
  decisions = 0, most_decisions = most, playing = TO_TURN;
  i32 status = run(s);
  playing = 0;
  return status;
}

/* Plays the turn that is best of some at random; how it ended. */
static i32 play_turn(u8 *s) {
  i32 player = W(s, G->mover), best = 0, found = CHOICE;
  for (i32 i = 0; i < turns_drawn; i++) {
    copy(drawn_turn, s);
    i32 status = play_on(drawn_turn, MOST_IN_TURN);
    standing(drawn_turn);
    if (i && leads[player] <= best) continue;
    best = leads[player], found = status;
    copy(best_turn, drawn_turn);
  }
  copy(s, best_turn);
  return found;
}

/* Draws a turn from one of its steps on. */
static void draw_line(struct line *line, i32 step, i32 player) {
  i32 left = MOST_IN_TURN;
  line->status = CHOICE, line->steps = step;
  copy(drawn_turn, state_of(line, step));
  for (; line->status == CHOICE && left; left--) {
    if (line->steps < MOST_STEPS) copy(state_of(line, line->steps), drawn_turn);
    line->status = play_on(drawn_turn, 1);
    if (line->steps < MOST_STEPS) line->codes[line->steps++] = chosen;
  }
  copy(state_of(line, MOST_STEPS), drawn_turn);
  standing(drawn_turn);
  line->lead = leads[player], line->visits = 0;
  line->sum = line->won = line->points = 0;
}

static i32 is_known(const struct line *line) {
  for (i32 i = 0; i < lines_known; i++)
    if (lines[i].codes[0] == line->codes[0] && equal((i32 *)state_of(lines + i, MOST_STEPS), (i32 *)state_of(line, MOST_STEPS), G->state_size / 4))
      return 1;
  return 0;
}

static void exchange(struct line *one, struct line *other) {
  struct line moved = *one;
  *one = *other, *other = moved;
}

/* Draws another turn, mostly one that begins as one of the better ones known; it is kept if it is better than the worst. */
static void find_line(i32 player) {
  struct line *made = lines + lines_known, *worst = lines;
  i32 step = 0;
  if (lines_known >= FEWEST_LINES && below_bound(FRESH_IN)) {
    i32 one = below_bound(lines_known), other = below_bound(lines_known);
    const struct line *parent = lines + (lines[one].lead > lines[other].lead ? one : other);
    step = below_bound(parent->steps);
    __builtin_memcpy(made->states, parent->states, (step + 1) * G->state_size);
    __builtin_memcpy(made->codes, parent->codes, sizeof made->codes);
  } else
    copy(made->states, tree_state);
  draw_line(made, step, player);
  if (is_known(made)) return;
  if (lines_known < MOST_LINES) {
    lines_known++;
    return;
  }
  for (i32 i = 1; i < lines_known; i++)
    if (lines[i].lead < worst->lead) worst = lines + i;
  if (made->lead > worst->lead) exchange(worst, made);
}

/* Keeps the turns that begin with a choice, from the step on that is asked now. What has come to light since is not what was drawn in
 * them, and changes little. */
static void keep_lines(i32 code) {
  i32 before = lines_known;
  lines_known = line_visits = 0;
  for (i32 i = 0; i < before; i++) {
    struct line *line = lines + i;
    i32 by = line->codes[0] == code ? 1 : line->steps;
    while (by < line->steps && N(state_of(line, by), G->pc) != N(tree_state, G->pc)) by++;
    if (by >= line->steps) continue;
    line->steps -= by, line_visits += line->visits;
    for (i32 j = 0; j < line->steps; j++) {
      line->codes[j] = line->codes[j + by];
      copy(state_of(line, j), state_of(line, j + by));
    }
    exchange(lines + lines_known++, line);
  }
}

/* The turns with the best value come first. */
static void order_lines(void) {
  for (i32 i = 1; i < lines_known; i++)
    for (i32 j = i; j && lines[j].lead > lines[j - 1].lead; j--) exchange(lines + j, lines + j - 1);
}

/* The turn with the highest bound (UCB1), of those with the best values: the more games there are, the more turns are tried. */
static struct line *selected_line(void) {
  double logarithm = line_visits > 1 ? ln(line_visits) : 0, best = -1;
  i32 wide = FEWEST_LINES + (i32)__builtin_sqrt(line_visits);
  struct line *found = lines;
  for (i32 i = 0; i < lines_known && i < wide; i++) {
    if (!lines[i].visits) return lines + i;
    double bound = lines[i].sum / lines[i].visits + exploration * __builtin_sqrt(logarithm / lines[i].visits);
    if (bound > best) best = bound, found = lines + i;
  }
  return found;
}

/* What is known of each choice at the root is what is known of the turn with it that was tried most. */
static void report_lines(struct tree_node *root) {
  for (i32 i = 0; i < root->size; i++) {
    struct branch *branch = root->branches + i;
    branch->visits = 0;
    for (const struct line *line = lines; line < lines + lines_known; line++) {
      if (line->codes[0] != branch->code || line->visits <= branch->visits) continue;
      branch->visits = line->visits, branch->sum = line->sum, branch->won = line->won, branch->points = line->points;
      branch->stays = line->steps > 1;
    }
  }
}

/* So many games, each after one of the turns. */
EXPORT(try_turns) i32 try_turns(i32 games) {
  struct tree_node *root = tree_nodes + 1;
  i32 player = root->decider;
  begin_step();
  host.limited = host.to_turn = exploring = 0;
  for (i32 done = 0; done < games; done++) {
    struct line *line = selected_line();
    copy(tree_ahead, state_of(line, MOST_STEPS));
    i32 status = line->status;
    for (i32 turn = 0; turn < turns_ahead && (status == DONE || status == CHOICE); turn++) status = play_turn(tree_ahead);
    standing(tree_ahead);
    calibrate();
    reward();
    line->visits++, line_visits++;
    line->sum += rewards[player], line->won += shares[player], line->points += leads[player] / (double)POINT;
  }
  report_lines(root);
  return games;
}

/* How many games there were, after all turns that are known. */
EXPORT(turn_games) i32 turn_games(void) { return (i32)line_visits; }

/* Where turns lie, after `uct_room`; games are played on for so many turns, each of them the best of so many that are drawn. */
EXPORT(turns_room) void turns_room(i32 ahead, i32 drawn) {
  turns_ahead = ahead, turns_drawn = drawn, lines_known = 0;
  drawn_turn = taken(G->state_size), best_turn = taken(G->state_size);
  for (i32 i = 0; i <= MOST_LINES; i++) lines[i].states = taken((MOST_STEPS + 1) * G->state_size);
  tree_heap = heap;
}

/* Finds turns for the tree that `uct_begin` has begun; those that begin with the code that was chosen in the one before may be kept. */
EXPORT(begin_turns) void begin_turns(i32 keep, i32 code) {
  i32 player = tree_nodes[1].decider;
  if (keep)
    keep_lines(code);
  else
    lines_known = line_visits = 0;
  if (!lines_known) {
    for (i32 i = 0; i < DRAWN_LINES; i++) find_line(player);
    order_lines();
  }
  try_turns(!line_visits);
}
