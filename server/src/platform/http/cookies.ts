import '@fastify/cookie'
import type { FastifyInstance } from 'fastify'

/** The cookies of a header, by name; the first of a name counts. Sockets have one as well, but no request of the framework. */
export const cookiesOf = (app: FastifyInstance, header: string | undefined): Record<string, string | undefined> =>
  header ? app.parseCookie(header) : {}
