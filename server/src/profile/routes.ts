import * as api from '@teleward/contract/profile/endpoints.ts'
import { sql, type Tx } from '../platform/db/index.ts'
import { provePassword } from '../auth/password.ts'
import { announce } from '../auth/sessions.ts'
import { type StaffActor, scopeOf } from '../platform/actor.ts'
import type { Deps } from '../platform/deps.ts'
import { AppError } from '../platform/errors.ts'
import { type Ctx, holderOf, route } from '../platform/http/index.ts'
import { fastifyPath } from '../platform/http/route.ts'
import type { Storage } from '../storage/index.ts'
import { openTicket, type Signer, signerOf } from '../storage/tickets.ts'
import { writeBank } from './bank.ts'
import { banks } from './banks.ts'
import {
  ownProfile,
  ownServices,
  type Read,
  takePart,
  writeExperience,
  writeLanguages,
  writePerson,
  writeServices,
} from './own.ts'
import { doctorsOf, employeesOf } from './people.ts'
import { changePhone } from './phone.ts'
import { serveUploadHost } from './upload-host.ts'
import { imageOf, keepPhoto, licenceChange, namedPhotos, ownPhotos, photoPath } from './photos.ts'

const UPLOAD_BODY_BYTES = 8 * 1024 * 1024

export function register(deps: Deps): void {
  const storage = deps.storage.files
  deps.storage.named('staff', (keys) => namedPhotos(deps.db, keys))
  serveUploadHost(deps)
  parts(deps)
  services(deps)
  pictures(deps, storage)
  colleagues(deps)
  route(deps.http, api.getBanks, () => banks().all)
  route(deps.http, api.getBankBranches, (_ctx, { params }) => {
    if (!banks().names.has(params.code)) throw new AppError('NOT_FOUND')
    return banks().branches.get(params.code) ?? []
  })
  route(deps.http, api.postEditDoctorPhone, async (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return changePhone(deps, ctx.who, body, { lang: ctx.lang, ip: ctx.ip })
  })
}

const whole = async ({ db, clock }: Deps, read: Read, who: StaffActor) =>
  profileOf(read, who, await signerOf(db, who, clock.now()))

const profileOf = async (read: Read, who: StaffActor, signer: Signer) =>
  ownProfile(read, who, await ownPhotos(read, signer, who), await licenceChange(read, signer, who))

function parts(deps: Deps): void {
  const { http, db, clock } = deps
  const self = (ctx: Ctx<StaffActor>) => ctx.target({ kind: 'staff', id: ctx.who.mid })
  /** In one transaction: the part is taken, written, and how it stands then is the answer. */
  const changed = async (
    ctx: Ctx<StaffActor>,
    part: Parameters<typeof takePart>[2],
    version: number,
    write: (tx: Tx) => Promise<unknown>,
  ) => {
    self(ctx)
    const signer = await signerOf(db, ctx.who, clock.now())
    return ctx.tx(async (tx) => {
      const now = () => profileOf(tx.many, ctx.who, signer)
      await takePart(tx, ctx.who.mid, part, version, now)
      await write(tx)
      announce(db, tx, { kind: 'changed', mid: ctx.who.mid })
      return now()
    })
  }
  route(http, api.getProfile, (ctx) => whole(deps, (query) => ctx.read(query), ctx.who))
  route(http, api.postProfile, async (ctx, { body }) => {
    if (body.part === 'person')
      return changed(ctx, 'person', body.version, (tx) => writePerson(tx, ctx.who, body.person))
    if (ctx.who.rights['fee.own'] === '-') throw new AppError('FORBIDDEN')
    // Whoever finds an open screen does not find the way of the money: asked before anything is said about the account.
    await provePassword({ db, clock }, ctx.who, body.password)
    return changed(ctx, 'bank', body.version, (tx) => writeBank(tx, ctx.who, clock.now(), body.bank))
  })
  route(http, api.postExperience, (ctx, { body }) =>
    changed(ctx, 'experience', body.version, (tx) => writeExperience(tx, ctx.who, body, clock.now())),
  )
}

function services({ http, db, clock }: Deps): void {
  route(http, api.postMyService, async (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    const { version } = body
    if (version === undefined) return ownServices((query) => ctx.read(query), ctx.who)
    return ctx.tx(async (tx) => {
      await takePart(tx, ctx.who.mid, 'services', version, async () => ownServices(tx.many, ctx.who))
      const { flags, uiastaff, acknowledged } = body
      await writeServices(tx, ctx.who, clock.now(), { flags, uiastaff, acknowledged })
      announce(db, tx, { kind: 'changed', mid: ctx.who.mid })
      return ownServices(tx.many, ctx.who)
    })
  })
  route(http, api.postMyServiceLang, (ctx, { body }) => {
    ctx.target({ kind: 'staff', id: ctx.who.mid })
    return ctx.tx(async (tx) => {
      await takePart(tx, ctx.who.mid, 'languages', body.version, async () => ownServices(tx.many, ctx.who))
      await writeLanguages(tx, ctx.who, body.servicelang)
      return ownServices(tx.many, ctx.who)
    })
  })
}

function pictures({ http, db, clock }: Deps, storage: Storage): void {
  route(http, api.postPhotoPath, async (ctx) =>
    ownPhotos((query) => ctx.read(query), await signerOf(db, ctx.who, clock.now()), ctx.who),
  )
  route(
    http,
    api.postUploadPhoto,
    async (ctx, { body }) => {
      const { who } = ctx
      const image = await imageOf(body.data, body.name)
      const now = clock.now()
      const signer = await signerOf(db, who, now)
      ctx.target({ kind: 'staff', id: who.mid, detail: { kind: body.kind } })
      // Once on board, a licence is not one's own to put in force.
      const proposed =
        body.kind === 'licenseImage' && who.onBoard
          ? { number: body.licenceNumber || null, expires: body.licenceExpires ?? null }
          : undefined
      await keepPhoto(storage, who, { kind: body.kind, image, now, proposed }, (work) =>
        ctx.tx(async (tx) => {
          await takePart(tx, who.mid, 'photos', body.version, () => ownPhotos(tx.many, signer, who))
          return work(tx)
        }),
      )
      return ownPhotos((query) => ctx.read(query), signer, who)
    },
    { bodyLimit: UPLOAD_BODY_BYTES },
  )

  // A picture in a page sends no bearer: the address names the session it was made for, and shows what that may see now.
  http.register(api.getStaffPhoto)
  http.app.get(fastifyPath(api.getStaffPhoto.path), async (request, reply) => {
    const params = api.getStaffPhoto.params.safeParse(request.params)
    const query = api.getStaffPhoto.query.safeParse(request.query)
    if (!params.success || !query.success) throw new AppError('FILE_LINK_EXPIRED')
    const { id } = params.data
    const { sid } = await openTicket(db, query.data.ticket, photoPath(id), clock.now())
    const holder = await holderOf(http.authenticate, sid)
    const [row] = await db.read(
      scopeOf(holder),
      sql<{
        key: string
        kind: string
        mime: string
        sha256: string
      }>`select key, kind, mime, sha256 from staff_photo where id = ${id} and state <> 'replaced'`,
    )
    const file = row && (await storage.get(row.key, undefined, row.sha256))
    if (!file) throw new AppError('NOT_FOUND')
    return reply
      .headers({
        'content-type': row.mime,
        'content-length': String(file.size),
        'content-disposition': `inline; filename="photo.${row.mime === 'image/png' ? 'png' : 'jpg'}"`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
        // A face beside a name may stay for a while; a licence, a bank book and a signature may not.
        'cache-control': row.kind === 'avatar' ? 'private, max-age=300' : 'private, no-store',
      })
      .send(file.stream)
  })
}

function colleagues({ http, db, clock }: Deps): void {
  const asking = async (ctx: Ctx<StaffActor>) => ({
    read: <T>(query: Parameters<typeof ctx.read<T>>[0]) => ctx.read<T>(query),
    who: ctx.who,
    signer: await signerOf(db, ctx.who, clock.now()),
  })
  route(http, api.employees, async (ctx, { body }) => employeesOf(await asking(ctx), body))
  route(http, api.allDoctor, async (ctx, { body }) => doctorsOf(await asking(ctx), body))
  route(http, api.queryDoctor, async (ctx, { body }) => doctorsOf(await asking(ctx), body))
}
