# Code Scout as an image. The project is mounted at /project, where the index is kept too:
#   docker run --rm -i -v "$PWD:/project" code-scout
# Over HTTP, with a token:
#   docker run --rm -p 3000:3000 -e CODE_SCOUT_HTTP_TOKEN -v "$PWD:/project" code-scout serve --http --host 0.0.0.0
# The server of an organisation: packaging/compose.

FROM node:24-bookworm-slim AS build
WORKDIR /source
# All of the checkout at once: `npm ci` builds it (`prepare`).
COPY . .
RUN npm ci && npm pack --ignore-scripts && mkdir /app && tar -xzf code-scout-mcp-*.tgz -C /app --strip-components=1
WORKDIR /app
RUN npm install --omit=dev --ignore-scripts --no-package-lock && npm cache clean --force

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  # The mounted project belongs to whoever mounts it.
  && git config --system --add safe.directory '*' \
  # Volumes of packaging/compose: a new one gets the owner of the folder that it is mounted over.
  && cd /var/lib && mkdir code-scout && cd code-scout && mkdir organisation public pages worker node && chown node:node *
COPY --from=build /app /app
USER node
WORKDIR /project
ENV NODE_ENV=production
ENTRYPOINT ["node", "/app/dist/bin.js", "--root", "/project"]
EXPOSE 3000
