// npm start: install, build, serve. Every step is skipped when it has nothing to do.
import { built, environment, follow, installed } from './lib/setup.mjs'

installed()
built()
follow(['server/src/main.ts'], environment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }))
