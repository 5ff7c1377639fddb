#!/bin/sh
# What `make demo` shows: an example list in every format, a card, a search.
set -u
deckkit="$1"
run() {
	printf '\n$ deckkit'
	printf ' %s' "$@"
	printf '\n'
	"$deckkit" "$@" || status=$?
}
status=0
run games
run check examples/amber-steel.txt --game lorcana
run show "Elsa - Spirit of Winter" --game lorcana
run search "type:character cost<=2 ink:amber keyword:bodyguard legal:core" --game lorcana
exit $status
