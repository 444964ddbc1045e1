import { getStaffPhoto, postUploadPhoto } from '@teleward/contract/profile/endpoints.ts'
import type { Deps } from '../platform/deps.ts'
import { hostPhotos } from '../storage/tickets.ts'

/** How long a browser remembers that it may ask; seconds. */
const REMEMBERED_S = 600

/**
 * Portraits and photos of staff go to, and come from, the host of `UPLOAD_URL`: another process of this installation, or this one
 * by another name. The pages of `PUBLIC_URL` may ask there, and no others; they bring the same bearer, and no cookie.
 */
export function serveUploadHost({ http, db, config }: Deps): void {
  const { uploadUrl, publicUrl } = config
  if (!uploadUrl || !publicUrl) return
  hostPhotos(db, uploadUrl)
  const page = new URL(publicUrl).origin
  const { path } = postUploadPhoto
  const photos = getStaffPhoto.path.split('{')[0] ?? getStaffPhoto.path
  http.app.addHook('onRequest', async (request, reply) => {
    if (request.url.split('?')[0] !== path) return
    reply.header('vary', 'Origin')
    if (request.headers.origin === page)
      reply.headers({
        'access-control-allow-origin': page,
        'access-control-expose-headers': 'x-request-id, retry-after',
      })
  })
  http.app.addHook('onSend', async (request, reply) => {
    // The page is of another host; who may see the picture is said by its address.
    if (request.url.startsWith(photos)) reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  http.app.options(path, (_request, reply) =>
    reply
      .status(204)
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key',
        'access-control-max-age': String(REMEMBERED_S),
        'cache-control': 'no-store',
      })
      .send(),
  )
}
