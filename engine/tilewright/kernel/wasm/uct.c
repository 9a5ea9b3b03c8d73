/* UCT (Kocsis and Szepesvari 2006): which choice wins most often, found by playing on at random from a tree that grows where it pays.
 *
 * Part of `runtime.c`. A node is what the player who decides sees, known by a hash of it: what others hide is covered first, so a
 * player chooses alike wherever the states look alike (information sets, one for each observer: Cowling, Powley and Whitehouse
 * 2012), and players who choose in secret do not see the answers of one another (decoupled UCT). Chance is drawn anew each time.
 * Each player maximizes their own share of the win, and how far they are ahead counts a little. Where nothing is hidden, what
 * surely wins or loses is proved (MCTS-solver: Winands, Bjornsson and Saito 2008).
 */
enum { MOST_TREE_NODES = 1 << 18, TREE_INDEX = 1 << 19, MOST_TREE_PATH = 1024, BRANCH_CHUNK = 1 << 20 };
enum { MOST_BRANCH_CHUNKS = 96, MOST_LOOKED_AT = 512, WIDE = 12, ANY_LEAD = 1 << 28, CALIBRATED = 64, POINT = 100, SURE_TURNS = 2, MOST_ROLLOUT = 2000, NEAR_END = 96, FIRST_DECISIONS = 24 };
enum { LEAF, EXPANDED, PASSING };

/* `won` are shares of wins, `points` leads of who decides; `winner` is the player who surely wins then, from 1 on. With `stays` the
 * turn goes on, and it is the same player who decides. A node knows the number of the last `way` down that came to it. */
struct branch { i32 code; u32 visits; double sum, won, points; i32 lead; u8 winner, stays; };
struct tree_node { u64 key[2]; struct branch *branches; u32 visits, way; i32 size; u8 kind, decider, winner; };
struct passage { struct tree_node *node; struct branch *branch; i32 by_chance; };

static struct tree_node *tree_nodes;
static u32 *tree_index, tree_size;
static u8 *branch_at, *branch_end, *tree_heap;
static i32 branch_chunks;
static u8 *tree_root, *tree_state, *tree_ahead, *tree_seen;
static u64 *keys_ahead;
static struct passage passages[MOST_TREE_PATH];
static i32 passed_by, rollout_limit, longest_rollout, calibrated, near_end;
static u32 ways;
static double exploration, lead_weight, mean_lead, spread;
static double rewards[MOST_PLAYERS], shares[MOST_PLAYERS];
static i32 leads[MOST_PLAYERS], leads_at_root[MOST_PLAYERS];

/* ---- numbers */

static double ln(double x) {
  union { double number; u64 bits; } of = {x};
  i32 exponent = (i32)(of.bits >> 52) - 1023;
  of.bits = (of.bits & 0xfffffffffffffull) | 0x3ff0000000000000ull;
  double t = (of.number - 1) / (of.number + 1), q = t * t;
  return exponent * 0.6931471805599453 + 2 * t * (1 + q * (1. / 3 + q * (1. / 5 + q * (1. / 7 + q * (1. / 9 + q / 11)))));
}

static double distance(double x) { return x < 0 ? -x : x; }

/* ---- results */

/* How far each player is ahead of the best of the others, alone what they have, in `leads`; what each has of the win in `shares`; who has
 * won alone, from 1 on, or 0. Before the end the measure of the game counts a little, too. */
static i32 standing(u8 *s) {
  i32 total[MOST_PLAYERS], players = G->players, best = 0, winners = 0;
  for (i32 i = 0; i < players; i++) {
    total[i] = (G->measure ? POINT : 1) * points_of(s, i);
    if (G->measure && !N(s, G->over)) total[i] += ((scorer)G->measure)(s, i);
    if (compare_results(s, total, i, best) > 0) best = i;
  }
  for (i32 i = 0; i < players; i++) winners += shares[i] = !compare_results(s, total, i, best);
  for (i32 i = 0; i < players; i++) {
    i32 others = players > 1 ? -ANY_LEAD : 0;
    for (i32 other = 0; other < players; other++)
      if (other != i && total[other] > others) others = total[other];
    shares[i] /= winners, leads[i] = total[i] - others;
  }
  return winners == 1 && players > 1 ? best + 1 : 0;
}

/* What a standing is worth to each player, from 0 to 1: their share of the win, and a little of the lead; alone the points. */
static void reward(void) {
  double weight = G->players > 1 ? lead_weight : 1;
  for (i32 player = 0; player < G->players; player++) {
    double lead = leads[player] - (G->players > 1 ? 0 : mean_lead);
    rewards[player] = (1 - weight) * shares[player] + weight * (0.5 + 0.5 * lead / (spread + distance(lead)));
  }
}

/* Notes by how much players are ahead, in the first games. */
static void calibrate(void) {
  if (calibrated == CALIBRATED) return;
  calibrated++;
  for (i32 player = 0; player < G->players; player++) {
    mean_lead += (leads[player] - mean_lead) / calibrated;
    spread += (1 + distance(leads[player] - (G->players > 1 ? 0 : mean_lead)) - spread) / calibrated;
  }
}

/* Whether somebody has fewer points than before; keeps how many all have. */
static i32 fell(u8 *s, i32 *before) {
  i32 fewer = 0;
  for (i32 player = 0; player < G->players; player++) {
    i32 points = points_of(s, player);
    fewer |= points < before[player], before[player] = points;
  }
  return fewer;
}

/* Plays on at random for some first decisions, and on to the end of a game that is near while points come and go: with more than a third of the
 * decisions somebody loses some. These mislead until the end; where points stay, many random moves tell less than a few. */
static i32 play_to_end(u8 *s) {
  i32 status = CHOICE, falls = 0, before[MOST_PLAYERS] = {0};
  fell(s, before);
  for (i32 done = 0; status == CHOICE && (done < FIRST_DECISIONS || (done < NEAR_END && 3 * falls > done)); done++) {
    most_decisions++, playing = 1;
    status = run(s);
    playing = 0;
    falls += fell(s, before);
  }
  return status;
}

/* Plays on at random: to the end of the game, as long as that is near. Else so many decisions, and as many more again and again while everybody
 * stands as at the root: so a game in which only the end counts is played to its end. A game that is cut off counts by its current score. Where one was long and nothing came of it, the next may be half as long,
 * and twice as long again after one of which something came: where random play hardly ever scores it costs little. A new tree forgets how long:
 * bots share it, and what a bot does must not depend on what others have done before. */
static void roll_out(u8 *s) {
  i32 status = CHOICE, even = 1;
  decisions = most_decisions = 0;
  while (status == CHOICE && even && most_decisions < longest_rollout) {
    i32 to_end = near_end;
    near_end = 0; /* also where a long game comes to what there is no room for */
    if (to_end) {
      status = play_to_end(s);
    } else {
      most_decisions += rollout_limit, playing = 1;
      status = run(s);
      playing = 0;
    }
    near_end = to_end && status != CHOICE;
    standing(s);
    even = equal(leads, leads_at_root, G->players);
  }
  longest_rollout = even && status == CHOICE ? (longest_rollout + 1) / 2 : least(MOST_ROLLOUT, 2 * longest_rollout);
  calibrate();
  reward();
}

/* ---- what a player sees */

static i32 hides_from(i32 player, i32 seat) { return TABLE(u8, G->hidden_seats)[player * G->seats + seat]; }

/* Covers what others hide. What all of them have together of a hidden counter, and which pieces lie hidden or nowhere, is known. */
static void conceal(u8 *s, i32 player) {
  for (i32 seat = 0; seat < G->seats; seat++)
    for (i32 space = 0; hides_from(player, seat) && space < *size_of(s, seat); space++)
      for (i32 piece = space_of(s, seat, space)[PIECE]; piece; piece = *below(s, piece)) {
        i32 shown = *kind_of(s, piece);
        if (shown < 0 || (is_pile(seat) && N(s, G->dealt + 2 * piece) >> player & 1)) continue;
        N(s, G->bag + 2 * TABLE(i16, G->firsts)[shown >> 1])++;
        *kind_of(s, piece) = COVERED;
        show_top(s, space_of(s, seat, space));
      }
  for (i32 i = 0; i < G->hidden_counters_size; i++) {
    i32 counter = TABLE(i32, G->hidden_counters)[i], together = 0;
    for (i32 other = 0; other < G->players; other++)
      if (other != player) together += *count(s, other, counter), *count(s, other, counter) = 0;
    *count(s, player ? 0 : least(1, G->players - 1), counter) += together;
  }
  i32 secret = W(s, G->secret);
  const i32 *answers_of = secret ? TABLE(i32, TABLE(i32, G->secret_answers)[secret - 1]) : 0;
  for (i32 i = 1; secret && i <= answers_of[0]; i++)
    for (i32 other = 0; other < G->players; other++)
      if (other != player) *count(s, other, answers_of[i]) = 0;
}

/* Makes a state canonical that stopped before a choice; the key of what the player sees who decides. */
static i32 seen_at(u8 *s, u64 *key) {
  static u8 rounds[MOST_LOOPS];
  const struct choice *at = choice_at(N(s, G->pc));
  i32 player = at ? W(s, at->decider) : W(s, G->mover);
  make_canonical(s, AT_CHOICE, 0, rounds);
  u8 *seen = s;
  if (G->hides) {
    copy(tree_seen, s);
    conceal(tree_seen, player);
    make_canonical(tree_seen, AT_CHOICE, 0, rounds);
    seen = tree_seen;
  }
  hash_state(seen, player, key);
  return player;
}

/* ---- the tree */

/* Where the index has a key, or where it can be put. */
static u32 place_in_tree(const u64 *key) {
  u32 at = (u32)key[0] & (TREE_INDEX - 1);
  for (; tree_index[at]; at = (at + 1) & (TREE_INDEX - 1)) {
    struct tree_node *known = tree_nodes + tree_index[at];
    if (known->key[0] == key[0] && known->key[1] == key[1]) break;
  }
  return at;
}

static struct tree_node *node_of_key(const u64 *key, i32 player) {
  u32 at = place_in_tree(key);
  if (tree_index[at]) return tree_nodes + tree_index[at];
  if (tree_size == MOST_TREE_NODES) return 0;
  tree_index[at] = tree_size;
  struct tree_node *made = tree_nodes + tree_size++;
  *made = (struct tree_node){{key[0], key[1]}, 0, 0, 0, 0, LEAF, player, 0};
  return made;
}

/* Takes all nodes out of the index, the last one first, so that each is still found: a tree of few games has only few. */
static void forget_nodes(void) {
  while (tree_size > 2) tree_index[place_in_tree(tree_nodes[--tree_size].key)] = 0;
}

/* Room for branches; 0 when there is none left. */
static struct branch *branches_for(i32 size) {
  i32 bytes = size * (i32)sizeof(struct branch);
  if (bytes > BRANCH_CHUNK) return 0;
  if (branch_at + bytes > branch_end) {
    if (branch_chunks == MOST_BRANCH_CHUNKS) return 0;
    branch_chunks++;
    branch_at = taken(BRANCH_CHUNK), branch_end = branch_at + BRANCH_CHUNK;
  }
  struct branch *found = (struct branch *)branch_at;
  branch_at += bytes;
  return found;
}

static i32 make_branches(struct tree_node *node, i32 size) {
  node->branches = branches_for(size);
  if (!node->branches) return 0;
  for (i32 i = 0; i < size; i++) node->branches[i] = (struct branch){codes[i], 0, 0, 0, 0, 0, 0, 0};
  node->size = size, node->kind = EXPANDED;
  return 1;
}

/* Goes on to before the next choice of a player, from a stop; notes whether chance answered on the way. */
static i32 by_chance(u8 *s, i32 status, i32 *answered) {
  for (;;) {
    const struct choice *at = status == AT_CHOICE ? choice_at(N(s, G->pc)) : 0;
    if (at && at->random) status = run(s);
    if (status != CHANCE) return status;
    *answered = 1;
    if (N(s, G->asked) == PICKED)
      choose(s, codes[below_bound(listed_size)]);
    else if (N(s, G->asked) == FILLED)
      fill(s);
    else
      draw_answer(s);
    status = next_stop(s);
  }
}

/* Orders branches by what they gain at once, of equal ones any first: a wide node looks at the first ones first. */
static void order_branches(struct tree_node *node) {
  struct branch *all = node->branches;
  for (i32 i = node->size - 1; i > 0; i--) {
    i32 other = below_bound(i + 1);
    struct branch moved = all[i];
    all[i] = all[other], all[other] = moved;
  }
  for (i32 gap = node->size / 2; gap; gap /= 2)
    for (i32 i = gap; i < node->size; i++) {
      struct branch moved = all[i];
      i32 j = i;
      for (; j >= gap && all[j - gap].lead < moved.lead; j -= gap) all[j] = all[j - gap];
      all[j] = moved;
    }
}

/* Whether who decides at a node surely wins or loses, by its branches; the winner. */
static i32 proved(struct tree_node *node) {
  i32 same = node->size ? node->branches[0].winner : 0;
  for (i32 i = 0; i < node->size; i++) {
    i32 winner = node->branches[i].winner;
    if (winner == node->decider + 1) return winner;
    if (winner != same) same = 0;
  }
  return same;
}

/* Makes a choice on a copy of a state; why it stops next. */
static i32 follow(u8 *s, i32 code) {
  copy(tree_ahead, s);
  choose(tree_ahead, code);
  return next_stop(tree_ahead);
}

/* Looks at what each branch leads to at once. */
static void look_ahead(struct tree_node *node, u8 *s) {
  i32 all = node->size <= MOST_LOOKED_AT;
  for (i32 i = 0; i < node->size && all; i++) {
    struct branch *branch = node->branches + i;
    i32 status = follow(s, branch->code), winner = standing(tree_ahead);
    branch->lead = leads[node->decider];
    if (status != OVER) continue;
    if (!G->hides) branch->winner = winner;
    branch->lead += shares[node->decider] > 0 ? ANY_LEAD : -ANY_LEAD;
  }
  order_branches(node);
  node->winner = proved(node);
}

/* The branch with the highest bound (UCB1), each of those that are looked at once before; none that surely loses, if there are others. */
static struct branch *selected(struct tree_node *node) {
  i32 wide = node->size <= WIDE ? node->size : WIDE + (i32)(2 * __builtin_sqrt(node->visits)), open = 0;
  double best = -1, logarithm = node->visits > 1 ? ln(node->visits) : 0;
  struct branch *found = node->branches;
  for (i32 i = 0; i < node->size && open < wide; i++) {
    struct branch *branch = node->branches + i;
    if (branch->winner && branch->winner != node->decider + 1) continue;
    open++;
    if (!branch->visits) return branch;
    double bound = branch->sum / branch->visits + exploration * __builtin_sqrt(logarithm / branch->visits);
    if (bound > best) best = bound, found = branch;
  }
  return found;
}

/* Lists what may be chosen before a choice; what leaves no choice is done, and the state stops before the next one. */
static i32 list_choice(u8 *s) {
  exploring = LISTS_ONE;
  i32 status = run(s);
  exploring = 0;
  return status;
}

/* A result that is certain. */
static i32 certain(i32 winner) {
  for (i32 player = 0; player < G->players; player++) rewards[player] = shares[player] = player == winner - 1, leads[player] = 0;
  return winner;
}

/* What a state is worth that has stopped, but before no choice: at the end of the game, or where it cannot go on. */
static i32 ended(u8 *s, i32 status) {
  i32 winner = standing(s);
  reward();
  return status == OVER && !G->hides ? winner : 0;
}

static i32 rolled_out(struct tree_node *node, u8 *s) {
  if (node) node->visits++;
  roll_out(s);
  return 0;
}

/* Follows a branch to before the next choice. */
static i32 take_branch(struct tree_node *node, struct branch *branch, u8 *s) {
  struct passage *passage = &passages[passed_by++];
  *passage = (struct passage){node, branch, 0};
  choose(s, branch->code);
  return by_chance(s, next_stop(s), &passage->by_chance);
}

/* Goes down from a state that has stopped, to where the game is over or is played on at random; who surely wins then, from 1 on, or 0. */
static i32 come_down(u8 *s, i32 status) {
  for (i32 turns = 0, before = 0, steps = 0;; steps++) { /* turns that have begun: up to here, and up to the last choice */
    u64 key[2];
    struct passage *last = passages + passed_by - 1;
    if (status != AT_CHOICE) return ended(s, status);
    turns += W(s, G->turn);
    i32 player = seen_at(s, key);
    last->branch->stays = player == last->node->decider && turns == before;
    struct tree_node *node = steps < MOST_TREE_PATH - 1 ? node_of_key(key, player) : 0;
    if (!node || node->way == ways) return rolled_out(0, s); /* there is no room, or it goes round in a circle */
    node->way = ways;
    if (node->winner) return certain(node->winner);
    i32 first = !node->visits, known = node->kind;
    if (known == PASSING || (known == LEAF && (!first || turns < SURE_TURNS))) {
      status = list_choice(s);
      if (status != CHOICE) {
        node->kind = PASSING;
        status = by_chance(s, status, &last->by_chance);
        continue;
      }
      if (make_branches(node, listed_size)) look_ahead(node, s);
      if (node->winner) return certain(node->winner);
    }
    if (first || node->kind == LEAF) return rolled_out(node, s);
    before = turns;
    status = take_branch(node, selected(node), s);
  }
}

/* Notes the result of a way down, and what is proved by it. */
static void go_up(i32 winner) {
  while (passed_by--) {
    struct tree_node *node = passages[passed_by].node;
    struct branch *branch = passages[passed_by].branch;
    node->visits++, branch->visits++;
    branch->sum += rewards[node->decider], branch->won += shares[node->decider], branch->points += leads[node->decider] / (G->measure ? (double)POINT : 1);
    if (passages[passed_by].by_chance) winner = 0;
    if (!winner) continue;
    branch->winner = winner;
    node->winner = winner = proved(node);
  }
}

/* ---- what is known of a root */

/* A key of what a player sees of a state that has stopped, in which the things of a pool have no places. */
static u64 unordered_key(u8 *s, i32 player, i32 status) {
  static u8 rounds[MOST_LOOPS];
  struct matter all;
  copy(tree_seen, s);
  if (G->hides) conceal(tree_seen, player);
  make_canonical(tree_seen, status, 0, rounds);
  N(tree_seen, G->asked_space) = 0;
  everything_at(&all);
  return key_of_rows(tree_seen, N(tree_seen, G->pc), &all);
}

/* The node of a state, which lies in `tree_state` then as it does in the tree: where a choice at the root before led, or what looks alike; or 0. */
static struct tree_node *known_as(u8 *s, i32 player, i32 chosen) {
  u64 key[2], wanted = unordered_key(s, player, AT_CHOICE);
  i32 status = follow(tree_root, chosen), again = 0;
  copy(tree_state, tree_ahead);
  for (;;) {
    const struct choice *at = status == AT_CHOICE ? choice_at(N(tree_state, G->pc)) : 0;
    if (status == AT_CHOICE && !(at && at->random)) {
      seen_at(tree_state, key);
      struct tree_node *known = tree_nodes + tree_index[place_in_tree(key)];
      if (known->kind == EXPANDED && unordered_key(tree_state, player, AT_CHOICE) == wanted) return known;
      if (known->kind == PASSING) {
        status = list_choice(tree_state);
        continue;
      }
    }
    if (again++) return 0;
    copy(tree_state, s);
    status = AT_CHOICE;
  }
}

/* Lets the branches of the root have what is known of those of a node, as it lies in `tree_state`: those that lead to the same. */
static void inherit(struct tree_node *root, const struct tree_node *known, u8 *s) {
  for (i32 i = 0; i < known->size; i++) {
    i32 status = follow(tree_state, known->branches[i].code);
    keys_ahead[i] = unordered_key(tree_ahead, root->decider, status);
  }
  for (i32 i = 0, place; i < root->size; i++) {
    struct branch *branch = root->branches + i;
    i32 status = follow(s, branch->code), code = branch->code;
    u64 key = unordered_key(tree_ahead, root->decider, status);
    for (place = 0; place < known->size && keys_ahead[place] != key;) place++;
    if (place == known->size) continue;
    *branch = known->branches[place], branch->code = code;
    root->visits += branch->visits;
  }
}

/* ---- for the host */

/* Where the tree lies; all before is forgotten. */
EXPORT(uct_room) void uct_room(u8 *from) {
  if (G->players > MOST_PLAYERS) trap(TOO_MANY_PIECES);
  heap = from;
  keep_last_state();
  tree_root = taken(G->state_size), tree_state = taken(G->state_size), tree_ahead = taken(G->state_size), tree_seen = taken(G->state_size);
  keys_ahead = (u64 *)taken(sizeof *keys_ahead * MOST_CODES);
  tree_nodes = (struct tree_node *)taken(MOST_TREE_NODES * sizeof(struct tree_node));
  tree_nodes[0] = (struct tree_node){0}; /* what is not known */
  tree_index = (u32 *)taken(4 * TREE_INDEX);
  __builtin_memset(tree_index, 0, 4 * TREE_INDEX);
  tree_size = 2;
  tree_heap = heap;
  counts_rounds = 1;
}

/* Begins a tree, with what is chosen at its root: the `size` codes, by a player. Rollouts take so many decisions at a time. How
 * much is explored, and how much leads count, is given in thousandths. A tree may `keep` its nodes, where what was
 * `chosen` at the root before led here; the root has what is known of it then. How many games went through it. */
EXPORT(uct_begin) i32 uct_begin(u8 *from, i32 player, i32 size, i32 limit, i32 explores, i32 weight, i32 keep, i32 chosen) {
  if (tree_size > MOST_TREE_NODES / 2 || branch_chunks > MOST_BRANCH_CHUNKS / 2) keep = 0;
  if (!keep) {
    forget_nodes();
    heap = tree_heap, branch_at = branch_end = 0, branch_chunks = 0;
    calibrated = 0, mean_lead = 0, spread = 1, longest_rollout = MOST_ROLLOUT, near_end = 1;
  }
  begin_step();
  host.limited = host.to_turn = exploring = 0;
  rollout_limit = limit, exploration = explores / 1000., lead_weight = weight / 1000.;
  struct tree_node *root = tree_nodes + 1;
  *root = (struct tree_node){{0, 0}, 0, 0, 0, 0, LEAF, player, 0};
  if (!make_branches(root, size)) trap(OUT_OF_MEMORY);
  copy(tree_state, from);
  standing(tree_state);
  __builtin_memcpy(leads_at_root, leads, sizeof leads);
  look_ahead(root, tree_state);
  const struct tree_node *known = keep ? known_as(from, player, chosen) : 0;
  if (known) inherit(root, known, from);
  copy(tree_root, from), copy(tree_state, from);
  root->winner = proved(root);
  return root->visits;
}

/* So many ways down and up, from a state in which all that the player cannot see is drawn; how many there were: none once it is proved
 * who wins. */
EXPORT(uct) i32 uct(u8 *from, i32 iterations) {
  struct tree_node *root = tree_nodes + 1;
  begin_step();
  host.limited = host.to_turn = exploring = 0;
  i32 done = 0;
  for (; done < iterations && !root->winner; done++) {
    copy(tree_state, from);
    W(tree_state, G->turn) = passed_by = 0, ways++;
    go_up(come_down(tree_state, take_branch(root, selected(root), tree_state)));
  }
  return done;
}

/* What is known of the choices at the root. */
EXPORT(uct_branches) i32 uct_branches(void) { return (i32)tree_nodes[1].branches; }
EXPORT(uct_nodes) i32 uct_nodes(void) { return tree_size - 2; }
