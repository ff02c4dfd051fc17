/* Rounds of Wizard with uniformly random legal play, the deal included, as fast as C can: the yardstick of benchmark.py.

   gcc -O3 -march=native -o random_playout scripts/random_playout.c && ./random_playout 4 5 200000

   plays 200,000 rounds of 4 players with 5 cards each, and tells how many that is a second. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PACK = 60, SUITS = 4, RANKS = 13, COPIES = 4, MOST_PLAYERS = 6 };
/* What stands beside the suits 0 to 3: as a card's suit, as the suit to follow, as trump. */
enum { WIZARD = SUITS, JESTER, NOTHING, UNDECIDED, KINDS };

/* One bit a card: the ranks of suit s, from the two up, are bits 13 s to 13 s + 12; then 4 Wizards, then 4 Jesters. */
typedef uint64_t Hand;

static const Hand SPECIALS = (Hand)0xFF << SUITS * RANKS;
static Hand followers[KINDS]; /* of each suit to follow, the cards that follow it; empty if there is none */
static uint8_t suits[PACK], ranks[PACK];

static void list_cards(void) {
    for (int card = 0; card < PACK; card++) {
        int place = card - SUITS * RANKS;
        suits[card] = place < 0 ? card / RANKS : place < COPIES ? WIZARD : JESTER;
        ranks[card] = place < 0 ? 1 + card % RANKS : 0;
    }
    for (int suit = 0; suit < SUITS; suit++)
        followers[suit] = (Hand)0x1FFF << suit * RANKS;
}

/* Random numbers: a counter, mixed (splitmix64). */
static uint64_t counter = 1;

static inline uint32_t below(uint32_t n) {
    uint64_t z = counter += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return ((z ^ z >> 31) >> 32) * n >> 32;
}

static inline int random_card(Hand hand) {
    for (uint32_t lower = below(__builtin_popcountll(hand)); lower; lower--)
        hand &= hand - 1;
    return __builtin_ctzll(hand);
}

static inline int height(int card, int follow, int trump) {
    int suit = suits[card];
    int value = suit == trump ? 100 + ranks[card] : suit == follow ? ranks[card] : 0;
    return suit == WIZARD ? 200 : value;
}

/* Deal the first cards of the deck, which stays shuffled as it is, and return the trump. */
static int deal(uint8_t *deck, Hand *hands, int players, int cards) {
    int size = players * cards, last = size + (size < PACK);
    for (int i = 0; i < last; i++) {
        int j = i + below(PACK - i);
        uint8_t card = deck[j];
        deck[j] = deck[i];
        deck[i] = card;
    }
    for (int q = 0; q < players; q++) {
        hands[q] = 0;
        for (int i = 0; i < cards; i++)
            hands[q] |= (Hand)1 << deck[q * cards + i];
    }
    if (size == PACK)
        return NOTHING;
    int turned = suits[deck[size]];
    return turned == WIZARD ? (int)below(SUITS) : turned == JESTER ? NOTHING : turned;
}

/* Play a round out, seat 0 leading first, and count who takes how many tricks. */
static void play(Hand *hands, int players, int cards, int trump, long *taken) {
    int leader = 0;
    for (int trick = 0; trick < cards; trick++) {
        int follow = UNDECIDED, best = -1, winner = leader;
        for (int i = 0, q = leader; i < players; i++) {
            Hand following = hands[q] & followers[follow];
            int card = random_card(following ? following | (hands[q] & SPECIALS) : hands[q]);
            hands[q] ^= (Hand)1 << card;
            if (follow == UNDECIDED && suits[card] != JESTER)
                follow = suits[card] == WIZARD ? NOTHING : suits[card];
            int value = height(card, follow, trump);
            if (value > best) {
                best = value;
                winner = q;
            }
            q = q + 1 == players ? 0 : q + 1;
        }
        taken[winner]++;
        leader = winner;
    }
}

int main(int count, char **words) {
    int players = count == 4 ? atoi(words[1]) : 0, cards = count == 4 ? atoi(words[2]) : 0;
    long deals = count == 4 ? atol(words[3]) : 0;
    if (players < 3 || players > MOST_PLAYERS || cards < 1 || players * cards > PACK || deals < 1) {
        fprintf(stderr, "expected: random_playout PLAYERS CARDS DEALS, like 4 5 200000\n");
        return 2;
    }
    uint8_t deck[PACK];
    Hand hands[MOST_PLAYERS];
    long taken[MOST_PLAYERS] = {0}, all = 0;
    struct timespec start, end;
    list_cards();
    for (int card = 0; card < PACK; card++)
        deck[card] = card;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long n = 0; n < deals; n++) {
        int trump = deal(deck, hands, players, cards);
        play(hands, players, cards, trump, taken);
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec);
    printf("%.0f deals/s, %.1f ns a card; tricks by seat:", deals / seconds, 1e9 * seconds / deals / players / cards);
    for (int q = 0; q < players; q++) {
        printf(" %.3f", (double)taken[q] / deals);
        all += taken[q];
    }
    printf("\n");
    return all != deals * cards;
}
