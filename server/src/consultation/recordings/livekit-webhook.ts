import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Egress } from '../rooms/egress.ts'
import type { EgressRecorder } from './egress.ts'

export const LIVEKIT_PATH = '/his/livekitwebhooks'
const LONGEST = 100_000

/** What LiveKit tells of, signed over every byte. Where its egress service is not set up there is no such address. */
export function hearLiveKit({ http }: Deps, egress: { api: Egress; recorder: EgressRecorder } | undefined): void {
  void http.app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/webhook+json',
      { parseAs: 'string', bodyLimit: LONGEST },
      (_request, body, done) => done(null, String(body)),
    )
    scope.post(LIVEKIT_PATH, async (request, reply) => {
      if (!egress) throw new AppError('NOT_FOUND')
      const body = typeof request.body === 'string' ? request.body : ''
      const about = await egress.api.heard(body, request.headers.authorization)
      if (about) await egress.recorder.heard(about.egressId, about.roomId)
      return reply.type('text/plain').send('')
    })
  })
}
