# The product as an image, with the embedded PostgreSQL or a DATABASE_URL (docs/operating.md, "In a container").
FROM node:24-bookworm-slim AS build
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /product
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev
# The folder is there before the volume, so that the volume is the user's.
RUN install -d -o node -g node -m 0700 /data
COPY --from=build /product/dist ./dist/
# What `npm start` sets as well; a proxy that asks /api/ready has SHUTDOWN_DELAY to notice that it is to stop.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 SHUTDOWN_DELAY=5s
USER node
VOLUME ["/data"]
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "dist/server/main.js"]
