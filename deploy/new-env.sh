#!/bin/sh
# Writes the settings of a fresh installation to deploy/.env, each secret drawn anew: sh deploy/new-env.sh DOMAIN EMAIL [PUBLIC_IP]
set -eu
if [ $# -lt 2 ]; then
  echo 'Say where and who: new-env.sh DOMAIN EMAIL [PUBLIC_IP]' >&2
  exit 2
fi
# Letters and digits alone: some of them stand in addresses.
secret() { head -c 512 /dev/urandom | LC_ALL=C tr -dc 'A-Za-z0-9' | head -c 40; }
ip=${3:-$(getent ahostsv4 "$1" 2>/dev/null | awk 'NR==1 { print $1 }')}
file=$(dirname "$0")/.env
# Its database, its files and its archives open by these secrets alone: they are never written over.
if [ -e "$file" ]; then
  echo "$file is there already, and stays as it is" >&2
  exit 1
fi
umask 077
set -C
cat > "$file" <<END
DOMAIN=$1
LIVEKIT_DOMAIN=media.$1
ACME_EMAIL=$2
PUBLIC_IP=${ip:-}
POSTGRES_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
S3_SECRET_ACCESS_KEY=$(secret)
LIVEKIT_API_SECRET=$(secret)
TURN_SECRET=$(secret)
METRICS_TOKEN=$(secret)
GRAFANA_PASSWORD=$(secret)
# 1, with the profile "egress": LiveKit's egress service records rooms, not the browser of whoever treats.
LIVEKIT_EGRESS=
# "development" keeps messages, codes included, where an administrator reads them: until a provider of messages is set up.
OUTBOX=development
SMS_URL=
SMS_TOKEN=
SMTP_URL=
SMTP_FROM=
LINE_CHANNEL_TOKEN=
LINE_CHANNEL_SECRET=
LINE_ACCOUNT=
WECHAT_APP_ID=
WECHAT_APP_SECRET=
WECHAT_TOKEN=
VAPID_PRIVATE_KEY=
VAPID_SUBJECT=
BACKUP_KEY=
# What is left empty is as if it were not set: README, Configuration.
AI_URL=
AI_MODEL=
AI_KEY=
DATABASE_READ_URL=
DATABASE_POOL=
CALLS_PER_MINUTE=
LOG_LEVEL=
COMM_URL=
UPLOAD_URL=
OTEL_EXPORTER_OTLP_ENDPOINT=
OTEL_EXPORTER_OTLP_HEADERS=
OTEL_SERVICE_NAME=
OTEL_TRACES_SAMPLER_ARG=
END
