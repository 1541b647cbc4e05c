# The gateway as an image: built JavaScript, runtime dependencies, Node. `docker build -t skillgate .`
# The target `demo` holds the small services of docker-compose.yml instead. docs/deploy.md explains both.

ARG NODE_VERSION=24.21

FROM node:${NODE_VERSION}-slim AS base
WORKDIR /app

FROM base AS build
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build -- --declaration false

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts

FROM base AS app
# Left alone, Node takes up to 256 MiB for old objects in a container of 256 MiB, and is killed. Half of the limit leaves room for
# bodies, which live outside the heap. For new objects it would take 1 MiB: the objects of calls under way do not fit, and with
# 8 MiB a call needs an eighth less CPU (16 MiB gain no more). A NODE_OPTIONS of your own replaces these: repeat what you keep.
# The C library would give each thread a store of memory of its own, of which most is never used: 10 MiB and more.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    NODE_OPTIONS="--max-old-space-size-percentage=50 --max-semi-space-size=8" \
    NODE_COMPILE_CACHE=/app/compile-cache
COPY package.json LICENSE ./
COPY bin ./bin
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist

# Compiled code is kept per user id and Node version, so it is made by the user who will read it. Node writes it for that user
# alone; the image owns it in the end, so that nobody who runs as that user can change what is executed.
FROM app AS compiled
COPY openapi/calculator.yaml ./openapi/
COPY deploy/dry-start.js ./deploy/
RUN mkdir compile-cache && chown node:node compile-cache
USER node
RUN node deploy/dry-start.js && chmod -R a+rX compile-cache

FROM base AS demo
COPY package.json ./
COPY test/upstreams ./test/upstreams
COPY deploy/demo ./deploy/demo
USER node
ENTRYPOINT ["node"]

FROM app AS gateway
COPY --from=compiled /app/compile-cache ./compile-cache
LABEL org.opencontainers.image.title="Skillgate" \
      org.opencontainers.image.description="A self-hosted gateway that turns REST services with an OpenAPI document into A2A agents." \
      org.opencontainers.image.licenses="Apache-2.0"
# By number, so that Kubernetes can see that it is not root. It is the user `node` of the base image.
USER 1000:1000
EXPOSE 8080
# For a gateway that listens elsewhere than on port 8080.
ENV HEALTH_URL=http://127.0.0.1:8080/healthz
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(process.env.HEALTH_URL).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and gets SIGTERM itself.
ENTRYPOINT ["node", "/app/bin/skillgate.js"]
CMD ["serve", "--config", "/etc/skillgate/gateway.yaml"]
