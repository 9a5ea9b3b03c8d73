/* The graph of what can come of a state up to a horizon: choices, chance and ends, each state once.
 *
 * Part of `runtime.c`. The walk is depth first; states lie only on its stack, and a node is known by a hash of 128 bits of its state in
 * canonical form (`canonical.c`). What dice show that are rolled one after another is a multiset.
 */
enum { OUT_OF_MEMORY = 20 };           /* another reason to trap */
enum { OPEN, CHOOSES, IS_CHANCE, ENDS, PASSES, UNDER_WAY };
enum { WALKED, MORE, CYCLE, FULL, ENDS_FULL, TOO_MANY_ROUNDS, TOO_LONG };
enum { MOST_LEVELS = 2048, MOST_LOOPS = 8, MOST_CONTEXTS = 64, MOST_SLOTS = 2048, MOST_SEATS = 256, CHUNK = 1 << 20, MOST_CHUNKS = 1024, MOST_THROWS = 20000, MOST_LISTED = 1 << 18 };
enum { POOL = 1, SHRINKS = 2, CLEARINGS = 64, LEAVES = 1 << 30 }; /* the last: an edge with which a secret is over */

/* A slot: its words by element and its room, the slots with where a list begins and how many it has; whether it names spaces (1) or
 * sets of them (2), and from which seat on, of how many; the number of the loop whose rounds it counts, up to how many of these make a
 * difference, and how many there may be. */
struct slot { i32 at, words, room, first, count, names, seat, seats, loop, cap, most; };
struct node { u64 key[2]; u32 first, size; u8 kind, secret; i16 decider; u8 rounds[MOST_LOOPS]; };
struct edge { u32 target; i32 value; };
struct step { u8 *state; u32 node; i32 *values; u32 *targets; i32 size, next, status, throws; u8 passed[MOST_LOOPS], held[MOST_LOOPS], before[MOST_LOOPS]; };

/* Rows that grow, in chunks of memory that are taken from the end. */
struct row { u32 size, each, have; u8 *chunks[MOST_CHUNKS]; };
static struct row nodes = {0, sizeof(struct node)}, edges = {0, sizeof(struct edge)}, order = {0, 4}, ends = {0, 0};
static u32 ends_read; /* those that the host has taken are forgotten */
static u8 *heap, *heap_first;
static u32 *index_table, index_size;

static struct step path[MOST_LEVELS];
static i32 walk_values[MOST_LISTED];
static u32 walk_targets[MOST_LISTED];
static i32 depth, walk_result, cuts, most_nodes;
static i32 counts_rounds, skips_chance;
static i32 settles, until_block = -1; /* the horizon, with `stops_at_turn` */
static u32 *const watching = (u32 *)(DATA + __builtin_offsetof(struct game, watching));

static u8 *taken(u32 size) {
  u8 *from = heap;
  heap += (size + 63) & ~63u;
  u32 pages = ((u32)heap + 65535) / 65536, have = __builtin_wasm_memory_size(0);
  if (pages > have && (int)__builtin_wasm_memory_grow(0, pages - have) < 0) trap(OUT_OF_MEMORY);
  return from;
}

static void *at_row(struct row *row, u32 index) {
  u32 per = CHUNK / row->each;
  return row->chunks[index / per] + index % per * row->each;
}

static u32 add_row(struct row *row) {
  u32 index = row->size++, per = CHUNK / row->each;
  if (index / per >= MOST_CHUNKS) trap(OUT_OF_MEMORY);
  if (index / per == row->have) row->chunks[row->have++] = taken(CHUNK);
  return index;
}

static struct node *node_at(u32 number) { return at_row(&nodes, number); }

#include "canonical.c"

/* ---- rounds of loops */

static i32 begun[MOST_LOOPS]; /* rounds since the last stop */

/* A round of a loop begins; of those of trials nothing is noted. */
EXPORT(round_begins) void round_begins(u8 *s, i32 loop) { begun[loop] += !N(s, G->trial); }

/* The rounds that a state says have begun of each loop, as it has just been made canonical, or another one like it. */
static void note_held(u8 *s, u8 *held) {
  for (i32 i = 0; i < counting_size; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    held[slot->loop] = is_alive(counting[i]) ? least(W(s, slot->at), 255) : 0;
  }
}

/* The rounds beyond those that are part of states: all count that began on the way from a state, in a loop too that is over by now. */
static void note_passed(const u8 *held, u8 *passed) {
  for (i32 i = 0; i < counting_size && !counts_rounds; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    i32 more = held[slot->loop] + begun[slot->loop] - slot->cap;
    passed[slot->loop] = more > 0 ? least(more, 255) : 0;
  }
}

static const u8 no_rounds[MOST_LOOPS];
static i32 rounds_left[MOST_LOOPS]; /* so many rounds that are no part of states one way may have */

static void note_rounds_left(void) {
  for (i32 i = 0; i < counting_size; i++) {
    const struct slot *slot = TABLE(struct slot, G->slot_table) + counting[i];
    rounds_left[slot->loop] = least(slot->most, 254) - slot->cap;
  }
}

/* ---- nodes by their keys */

static u32 place_in_index(const u64 *key) {
  u32 at = (u32)key[0] & (index_size - 1);
  while (index_table[at]) {
    struct node *known = node_at(index_table[at]);
    if (known->key[0] == key[0] && known->key[1] == key[1]) break;
    at = (at + 1) & (index_size - 1);
  }
  return at;
}

static void grow_index(u32 size) {
  index_size = size;
  index_table = (u32 *)taken(4 * size);
  __builtin_memset(index_table, 0, 4 * size);
  for (u32 number = 1; number < nodes.size; number++) index_table[place_in_index(node_at(number)->key)] = number;
}

static u32 new_node(const u64 *key, i32 kind) {
  u32 number = add_row(&nodes);
  struct node *node = node_at(number);
  __builtin_memset(node, 0, sizeof *node);
  node->kind = kind;
  if (key) {
    node->key[0] = key[0], node->key[1] = key[1];
    if (2 * nodes.size > index_size)
      grow_index(2 * index_size);
    else
      index_table[place_in_index(key)] = number;
  }
  return number;
}

/* ---- the walk */

static i32 next_stop(u8 *s) {
  exploring = 1;
  i32 status = run(s);
  exploring = 0;
  return status;
}

static i32 first_stop(u8 *s) { return N(s, G->over) ? OVER : settled(s, N(s, G->pc)) ? SETTLED : next_stop(s); }

static void finish(u32 number) { *(u32 *)at_row(&order, add_row(&order)) = number; }

static i32 keeps_ends;

static u32 end_at(u8 *s, const u64 *key) {
  u32 number = new_node(key, ENDS), end = add_row(&ends);
  node_at(number)->first = ends_read + end;
  copy(at_row(&ends, end), s);
  finish(number);
  return number;
}

/* Lists what may be done or may come at a state, in the level above the last one. */
static void list_at(struct step *at, i32 status) {
  if (status == AT_CHOICE) {
    status = run(at->state);
  }
  at->status = status, at->next = at->throws = 0;
  const struct choice *choice = choice_at(N(at->state, G->pc));
  if (status == CHOICE) {
    struct node *node = node_at(at->node);
    at->size = listed_size;
    node->decider = choice ? W(at->state, choice->decider) : W(at->state, G->mover);
    node->secret = W(at->state, G->secret);
  } else {
    at->throws = status == CHANCE && N(at->state, G->asked) == ROLLED ? throws_at(at->state) : 0;
    at->size = status != CHANCE ? 1 : skips_chance ? 0 : at->throws ? at->throws : answers(at->state);
  }
  i32 *begin = at == path ? walk_values : at[-1].values + at[-1].size;
  if (begin + at->size > walk_values + MOST_LISTED) trap(TOO_LONG_LINE);
  at->values = begin, at->targets = walk_targets + (begin - walk_values);
  for (i32 i = 0; i < at->size; i++) begin[i] = status == CHANCE && at->throws ? i : codes[i];
}

/* Rounds that begin before a step and after it, on one way, are no more than a loop may have: else they have to be part of states. */
static void check_rounds(const struct step *from, const u8 *passed, const u8 *after) {
  for (i32 i = 0; i < MOST_LOOPS; i++)
    if (from->before[i] + passed[i] + after[i] > rounds_left[i] && walk_result == MORE) walk_result = TOO_MANY_ROUNDS;
}

/* Whether there is room for one more state on the path, with all that may be done there. */
static i32 has_room(void) {
  const struct step *last = &path[depth];
  return depth + 1 < MOST_LEVELS && last->values + last->size + MOST_THROWS <= walk_values + MOST_LISTED;
}

/* A state has stopped: its node; a new one to go on from is put on the path. */
static u32 arrive(u8 *s, i32 status, u8 *passed) {
  i32 over = status == OVER || status == SETTLED;
  u64 key[2];
  make_canonical(s, status, over && !keeps_ends, passed);
  note_passed(path[depth].held, passed);
  note_held(s, path[depth + 1].held);
  hash_state(s, over, key);
  u32 known = index_table[place_in_index(key)];
  if (known) {
    if (node_at(known)->kind == UNDER_WAY) walk_result = CYCLE;
    return known;
  }
  i32 is_full = (i32)nodes.size > most_nodes;
  if (is_full || (!over && !has_room())) {
    if (is_full && most_nodes) walk_result = FULL;
    else if (!cuts) walk_result = TOO_LONG;
    return 0;
  }
  if (over) return end_at(s, key);
  if (status == CHANCE && N(s, G->asked) == FILLED) trap(NOT_FILLED);
  if (status == CHANCE && skips_chance) return 0;
  struct step *at = &path[++depth];
  for (i32 i = 0; i < MOST_LOOPS; i++) at->before[i] = least(at[-1].before[i] + passed[i], 255);
  check_rounds(at - 1, passed, no_rounds);
  at->node = new_node(key, UNDER_WAY);
  list_at(at, status);
  return at->node;
}

static void complete(struct step *at) {
  struct node *node = node_at(at->node);
  i32 kind = !at->size ? OPEN : at->status == CHOICE ? CHOOSES : at->status == CHANCE ? IS_CHANCE : PASSES;
  i32 picked = N(at->state, G->asked) == PICKED, asked = N(at->state, G->asked), sort = N(at->state, G->asked_sort);
  node->kind = kind, node->first = edges.size, node->size = at->size;
  for (i32 i = 0; i < at->size; i++) {
    u32 number = add_row(&edges);
    struct edge *edge = at_row(&edges, number);
    edge->target = at->targets[i];
    edge->value = kind == CHOOSES || at->throws ? at->values[i] : kind == PASSES || picked ? 1 : likely(at->state, at->values[i], asked, sort);
  }
  finish(at->node);
}

/* Notes that an edge leads to a node, with the rounds that it begins. */
static void lead(struct step *from, u32 target, const u8 *passed) {
  struct node *node = node_at(from->node), *to = node_at(target);
  from->targets[from->next++] = target;
  check_rounds(from, passed, to->rounds);
  for (i32 i = 0; i < MOST_LOOPS; i++) {
    i32 rounds = least(to->rounds[i] + passed[i], 255);
    if (rounds > node->rounds[i]) node->rounds[i] = rounds;
  }
}

/* Goes on after an answer in secret; whether that was the last one. */
static i32 leaves_secret(u8 *s, i32 secret, i32 *status) {
  i32 until = until_block, watched = *watching, out = TABLE(i32, G->secret_outs)[secret - 1];
  until_block = out, *watching = 1;
  *status = next_stop(s);
  i32 left = *status == SETTLED && N(s, G->pc) == out;
  until_block = until, *watching = watched;
  if (left && until != out) *status = next_stop(s);
  return left;
}

static void take_step(void) {
  struct step *from = &path[depth], *to = from + 1;
  if (from->next == from->size) {
    complete(from);
    if (depth--) lead(from - 1, from->node, from->passed);
    return;
  }
  i32 status = from->status, value = from->values[from->next];
  copy(to->state, from->state);
  __builtin_memset(begun, 0, sizeof begun);
  if (status == CHANCE && from->throws)
    from->values[from->next] = throw(to->state, value);
  else if (status == CHANCE && N(to->state, G->asked) != PICKED)
    answer(to->state, value);
  else if (status == CHOICE || status == CHANCE)
    choose(to->state, value);
  i32 secret = status == CHOICE ? node_at(from->node)->secret : 0;
  if (secret && leaves_secret(to->state, secret, &status) && value >= 0)
    from->values[from->next] |= LEAVES;
  else if (!secret && (status == CHOICE || status == CHANCE))
    status = next_stop(to->state);
  __builtin_memset(to->passed, 0, MOST_LOOPS);
  i32 before = depth;
  u32 target = arrive(to->state, status, to->passed);
  if (walk_result == FULL) from->values[from->next] = value; /* the step can be taken again */
  else if (depth == before) lead(from, target, to->passed);
}

/* Where the states that are walked over lie, and the room for what is found: all before is forgotten. */
EXPORT(graph_room) void graph_room(u8 *from) {
  heap = from;
  keep_last_state();
  u32 each = (G->state_size + 63) & ~63u;
  u8 *states = taken(MOST_LEVELS * each); /* at once: where addresses are scarce, a memory is copied each time it grows */
  for (i32 level = 0; level < MOST_LEVELS; level++) path[level].state = states + level * each;
  heap_first = heap;
}

/* How far walks go: to the first state with no chance ahead in the turn, to the end of the turn, to a block (-1: none), or to where chance
 * answers. */
EXPORT(horizon) void horizon(i32 settling, i32 at_turn, i32 block, i32 without_chance) {
  settles = settling, stops_at_turn = at_turn, until_block = block, skips_chance = without_chance;
  *watching = settling || block >= 0;
}

/* Whether rounds are part of states that make no difference but that there is an end of them. */
EXPORT(count_rounds) void count_rounds(i32 counting) { counts_rounds = counting; }

/* Begins a walk at a state, which has stopped for chance or is to go on; with `keeps` ends can be expanded later. */
EXPORT(begin_graph) void begin_graph(u8 *s, i32 status, i32 most, i32 cut, i32 keeps) {
  heap = heap_first;
  nodes.size = edges.size = order.size = ends.size = 0, nodes.have = edges.have = order.have = ends.have = ends_read = 0, ends.each = G->state_size;
  grow_index(1 << 12);
  new_node(0, OPEN);
  most_nodes = most, cuts = cut, keeps_ends = keeps, walk_result = MORE, depth = 0;
  struct step *at = path;
  copy(at->state, s);
  at->node = 0;
  __builtin_memset(at->passed, 0, MOST_LOOPS);
  __builtin_memset(at->before, 0, MOST_LOOPS);
  note_rounds_left();
  if (status != CHANCE) status = first_stop(at->state);
  do {
    u64 key[2];
    i32 over = status == OVER || status == SETTLED;
    copy(path[1].state, at->state);
    make_canonical(path[1].state, status, over && !keeps, at->passed);
    note_held(at->state, at->held);
    hash_state(path[1].state, over, key);
    at->status = status;
    if (over) {
      end_at(path[1].state, key);
      walk_result = WALKED;
      return;
    }
    if (at->node) node_at(at->node)->kind = OPEN;
    at->node = new_node(key, UNDER_WAY);
    list_at(at, status);
    status = at->status;
  } while (status != CHOICE && status != CHANCE); /* what leaves no choice was taken */
}

/* Goes on for so many steps; why it stopped. After `ENDS_FULL` and `MORE` it is to be resumed, after `FULL` it can be; others are the end of
 * it. */
EXPORT(walk) i32 walk(i32 steps, i32 most_ends) {
  if (walk_result == ENDS_FULL) walk_result = MORE;
  while (walk_result == MORE && steps--) {
    take_step();
    if (walk_result == MORE) walk_result = depth < 0 ? WALKED : (i32)ends.size >= most_ends ? ENDS_FULL : MORE;
  }
  return walk_result;
}

/* Lets a walk go on that was full, until it has so many nodes; with 0 it finds nothing new: what is under way is completed, and what it leads
 * to stays open. */
EXPORT(allow_nodes) void allow_nodes(i32 most) {
  most_nodes = most;
  if (!most) cuts = 1;
  if (walk_result == FULL) walk_result = MORE;
}

/* The host has taken the ends that there are. */
EXPORT(ends_taken) void ends_taken(void) { ends_read += ends.size, ends.size = 0; }

/* What was found: how many of a row there are, or where a chunk of it is. */
static struct row *row_of(i32 which) { return which == 0 ? &nodes : which == 1 ? &edges : which == 2 ? &order : &ends; }
EXPORT(row_size) i32 row_size(i32 which) { return row_of(which)->size; }
EXPORT(row_chunk) i32 row_chunk(i32 which, i32 chunk) { return (i32)row_of(which)->chunks[chunk]; }

/* The state with which the walk began, as it lay when its moves were listed, and why it had stopped. */
EXPORT(root_state) i32 root_state(void) { return (i32)path[0].state; }
EXPORT(root_status) i32 root_status(void) { return path[0].status; }

/* Goes on to the next stop within the horizon, with what may be chosen listed; the state becomes canonical. */
EXPORT(walk_on) i32 walk_on(u8 *s, i32 status) {
  u8 passed[MOST_LOOPS];
  if (status != CHANCE) status = first_stop(s);
  make_canonical(s, status, 0, passed);
  while (status == AT_CHOICE) {
    status = run(s);
    if (status != CHOICE && status != CHANCE) make_canonical(s, status, 0, passed);
  }
  return status;
}

/* Chance gives one of its answers, by their place in the order of the edges; a state in canonical form. */
EXPORT(take_answer) void take_answer(u8 *s, i32 index) {
  if (N(s, G->asked) == ROLLED && throws_at(s))
    throw(s, index);
  else {
    answers(s);
    answer(s, codes[index]);
  }
}

/* Where the key of a state is that stopped, canonical or not. */
EXPORT(key_of) i32 key_of(u8 *s, i32 status) {
  static u64 key[2];
  u8 passed[MOST_LOOPS];
  i32 over = status == OVER || status == SETTLED;
  copy(path[1].state, s);
  if (status == CHANCE && N(s, G->asked) == PICKED) status = AT_CHOICE;
  make_canonical(path[1].state, status, over && !keeps_ends, passed);
  hash_state(path[1].state, over, key);
  return (i32)key;
}
