#!/bin/sh
# Guess: a reply of a Unix mail program with its quotation switched on (`set quote`) marks each line of the other person with a visible sign, "|" or ">".
# What happens: s-nail 14.9.24 (Debian 12) indents them by a tab and writes no mark at all, while it introduces them with "... wrote:" as others do;
# a reader that looks for ">" takes all of them for the writer's own words. NeoMutt 20220429 writes "> ".
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
apt-get download s-nail=14.9.24-2 >/dev/null 2>&1
dpkg -x s-nail_*.deb root
cat > box <<'MBOX'
From support@shop.example Mon Nov 30 10:00:00 2026
From: Support <support@shop.example>
To: Jo <jo@client.example>
Date: Mon, 30 Nov 2026 10:00:00 +0000
Message-ID: <ours.1@shop.example>
Subject: Your order
Content-Type: text/plain; charset=utf-8

Which size do you need?

MBOX
printf '#!/bin/sh\ncat > %s/out.eml\n' "$dir" > mta; chmod +x mta
(sleep 1; printf 'reply 1\n'; sleep 1; printf '\n'; sleep 1; printf 'The large one.\n\004'; sleep 1; printf '\n'; sleep 1; printf 'x\n'; sleep 1) |
  TERM=dumb HOME="$dir" timeout 20 script -qec "root/usr/bin/s-nail -n -S mta=$dir/mta -S from=jo@client.example -S quote -S v15-compat=y -S line-editor-disable -f $dir/box" /dev/null >/dev/null 2>&1 || true
echo 'guess: a sign such as | or > before "Which size do you need?"'
line=$(grep 'Which size' out.eml | tr -d '\r')
echo "seen:  $(printf '%s' "$line" | cat -A)"
[ "$line" = "$(printf '\tWhich size do you need?')" ] || { echo changed; exit 1; }
