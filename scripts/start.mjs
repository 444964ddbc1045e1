// npm start: install, build, serve. Every step is skipped when it has nothing to do.
import { served } from './lib/engine.mjs'
import { built, environment, follow, installed } from './lib/setup.mjs'

installed()
built()
follow(served, environment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }))
