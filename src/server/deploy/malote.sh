#!/bin/sh
# /usr/local/sbin/malote, mode 0755, for root: a command of src/server/operating.md with the variables of the server and as
# its user, such as `malote admin -- doctor` or `malote backup`. Files are named from / on.
set -a && . /etc/malote.env && set +a && cd /opt/malote && exec runuser -u malote -- npm run --silent "$@"
