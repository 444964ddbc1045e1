import { setTimeout as sleep } from 'node:timers/promises'
import type { ListMultipartUploadsCommandInput, ListMultipartUploadsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import type { ObjectStore } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import { createBreaker } from './breaker.ts'

export interface Listed {
  key: string
  bytes: number
  at: Date
}
/** What became of a request, for whoever counts them. */
export type Watch = (operation: string, outcome: 'done' | 'again' | 'failed' | 'refused', seconds: number) => void
export type Bucket = Awaited<ReturnType<typeof openBucket>>

/** A try is given up after the one, all tries of a call after the other: a page waits 20 s for its answer. */
const PATIENCE = { tryMs: 5000, callMs: 12_000, closedMs: 5000 }
/** Of a part of a large file, which goes while nobody waits for more than its progress. */
const PART_MS = 15_000
/** Of making one object of all its parts: a store may copy them. */
const COMPLETE_MS = 60_000
const TRIES = 4
const WAIT_MS = [100, 400, 1200]
/** A part of an upload in parts: S3 takes none below 5 MiB but the last, and 10,000 at most, so 80 GB. */
const PART_BYTES = 8 * 1024 * 1024

interface Failure {
  status: number | undefined
  name: string
}
function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { status: undefined, name: 'unknown' }
  const metadata: unknown = Reflect.get(error, '$metadata')
  const status: unknown =
    typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'httpStatusCode') : undefined
  return { status: typeof status === 'number' ? status : undefined, name: error.name }
}
/** A line that broke, a server in trouble, or one that asks for patience. What it refuses (403, 400) it refuses again. */
const passing = ({ status }: Failure) => status === undefined || status >= 500 || status === 429 || status === 408
const isMissing = ({ status, name }: Failure) => status === 404 && name !== 'NoSuchBucket'

/**
 * A bucket of an object store that speaks S3. Each call is tried a few times within bounds and then refused (FILES_UNAVAILABLE);
 * while it does not answer, calls are refused at once, so that nobody holds a connection of the database for it.
 */
export async function openBucket(place: ObjectStore, watch: Watch, patience = PATIENCE) {
  // Loaded where it is needed: a start without an object store is not slower by it.
  const { S3Client: Client, ...commands } = await import('@aws-sdk/client-s3')
  const client = new Client({
    ...(place.endpoint ? { endpoint: place.endpoint } : {}),
    region: place.region,
    credentials: { accessKeyId: place.accessKeyId, secretAccessKey: place.secretAccessKey },
    forcePathStyle: place.pathStyle,
    // Bytes are compared with sums of our own, which every server that speaks S3 can keep.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Tries are ours: the body of an answer is a part of what may break off.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 2000, socketTimeout: COMPLETE_MS },
  })
  const Bucket = place.bucket
  const breaker = createBreaker(patience.closedMs)
  let shut = false

  async function call<T>(
    operation: string,
    work: (one: S3Client, signal: AbortSignal) => Promise<T>,
    tryMs = patience.tryMs,
  ): Promise<T> {
    const began = performance.now()
    const left = () => Math.max(tryMs, patience.callMs) - (performance.now() - began)
    const tell = (outcome: Parameters<Watch>[1]) => watch(operation, outcome, (performance.now() - began) / 1000)
    const turn = shut ? undefined : breaker.ask()
    if (!turn) {
      tell('refused')
      throw new AppError('FILES_UNAVAILABLE', { headers: { 'retry-after': '5' } })
    }
    for (let n = 1; ; n += 1) {
      try {
        const done = await bounded((signal) => work(client, signal), Math.min(tryMs, left()))
        turn.well()
        tell('done')
        return done
      } catch (error) {
        const failure = failureOf(error)
        // It answered: there is no such thing.
        if (isMissing(failure)) {
          turn.well()
          tell('done')
          throw new Missing()
        }
        const wait = (WAIT_MS[n - 1] ?? 1200) * (0.5 + Math.random() / 2)
        if (passing(failure) && n < TRIES && !turn.last && left() > 2 * wait) {
          tell('again')
          await sleep(wait)
          continue
        }
        turn.ill()
        tell('failed')
        throw new AppError('FILES_UNAVAILABLE', { cause: error, headers: { 'retry-after': '5' } })
      }
    }
  }
  const orMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: unknown) => {
      if (error instanceof Missing) return undefined
      throw error
    })

  const put = (key: string, bytes: Uint8Array) =>
    call('put', (one, abortSignal) =>
      one.send(new commands.PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentLength: bytes.byteLength }), {
        abortSignal,
      }),
    )

  /** Only where there is no such object yet, if the store can tell: who comes second writes nothing. */
  const putNew = (key: string, bytes: Uint8Array) =>
    call('put', async (one, abortSignal) => {
      const object = { Bucket, Key: key, Body: bytes, ContentLength: bytes.byteLength }
      try {
        await one.send(new commands.PutObjectCommand({ ...object, IfNoneMatch: '*' }), { abortSignal })
      } catch (error) {
        const { status } = failureOf(error)
        if (status === 501) await one.send(new commands.PutObjectCommand(object), { abortSignal })
        else if (status !== 412 && status !== 409) throw error
      }
    })

  /** Bytes of any number: in one piece, or in parts that become an object when the last of them is there. */
  async function upload(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    let id: string | undefined
    let size = 0
    const done: { ETag: string | undefined; PartNumber: number }[] = []
    try {
      for await (const { bytes, last } of inParts(source)) {
        if (last && !id) {
          await put(key, bytes)
          return
        }
        id ??= (
          await call('multipart', (one, abortSignal) =>
            one.send(new commands.CreateMultipartUploadCommand({ Bucket, Key: key }), { abortSignal }),
          )
        ).UploadId
        const PartNumber = done.length + 1
        const part = await call(
          'part',
          (one, abortSignal) =>
            one.send(new commands.UploadPartCommand({ Bucket, Key: key, UploadId: id, PartNumber, Body: bytes }), {
              abortSignal,
            }),
          PART_MS,
        )
        done.push({ ETag: part.ETag, PartNumber })
        size += bytes.byteLength
      }
      const completed = orMissing(
        call(
          'complete',
          (one, abortSignal) =>
            one.send(
              new commands.CompleteMultipartUploadCommand({
                Bucket,
                Key: key,
                UploadId: id,
                MultipartUpload: { Parts: done },
              }),
              { abortSignal },
            ),
          COMPLETE_MS,
        ),
      )
      // An upload that is no more was completed, and the answer to it got lost; or somebody took it away.
      if (!(await completed) && (await sizeOf(key)) !== size) throw new Missing()
    } catch (error) {
      // What cannot be taken back now goes with the next sweep.
      if (id) await abort(key, id).catch(() => undefined)
      throw error instanceof Missing ? new AppError('FILES_UNAVAILABLE', { cause: error }) : error
    }
  }
  const sizeOf = async (Key: string): Promise<number | undefined> =>
    (
      await orMissing(
        call('head', (one, abortSignal) => one.send(new commands.HeadObjectCommand({ Bucket, Key }), { abortSignal })),
      )
    )?.ContentLength
  const abort = (Key: string, UploadId: string) =>
    orMissing(
      call('abort', (one, abortSignal) =>
        one.send(new commands.AbortMultipartUploadCommand({ Bucket, Key, UploadId }), { abortSignal }),
      ),
    )

  async function* list(prefix: string): AsyncGenerator<Listed> {
    let token: string | undefined
    do {
      const page = await call('list', (one, abortSignal) =>
        one.send(new commands.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }), {
          abortSignal,
        }),
      )
      for (const { Key, Size = 0, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, bytes: Size, at: LastModified ?? new Date(0) }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  return {
    put,
    putNew,
    upload,
    list,
    /** Undefined: there is no such object. `part`: from its first to its last byte. */
    get: (key: string, part?: { start: number; end: number }): Promise<Buffer | undefined> =>
      orMissing(
        call('get', async (one, abortSignal) => {
          const Range = part && `bytes=${part.start}-${part.end}`
          const { Body } = await one.send(new commands.GetObjectCommand({ Bucket, Key: key, Range }), { abortSignal })
          if (!Body) throw new Error('an answer without a body')
          return Buffer.from(await Body.transformToByteArray())
        }),
      ),
    async remove(key: string): Promise<void> {
      await orMissing(
        call('delete', (one, abortSignal) =>
          one.send(new commands.DeleteObjectCommand({ Bucket, Key: key }), { abortSignal }),
        ),
      )
    },
    /** Uploads in parts below `prefix` that were begun before then are thrown away; answers how many. */
    async abandon(prefix: string, before: Date): Promise<number> {
      let thrown = 0
      let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {}
      while (from) {
        const asked: ListMultipartUploadsCommandInput = { Bucket, Prefix: prefix, ...from }
        const page: ListMultipartUploadsCommandOutput = await call('list', (one, abortSignal) =>
          one.send(new commands.ListMultipartUploadsCommand(asked), { abortSignal }),
        )
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          if (!Key || !UploadId || !Initiated || Initiated >= before) continue
          await abort(Key, UploadId)
          thrown += 1
        }
        from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
      }
      return thrown
    },
    /** A bucket that is there and lets us in. In words where it answers otherwise; FILES_UNAVAILABLE where it does not answer. */
    async look(): Promise<string | undefined> {
      if (shut) throw new AppError('FILES_UNAVAILABLE')
      try {
        // Past the breaker, and it says nothing to it: a bucket that is there may still take and give no object.
        await bounded((abortSignal) => client.send(new commands.HeadBucketCommand({ Bucket }), { abortSignal }), 2000)
        return undefined
      } catch (error) {
        const failure = failureOf(error)
        if (failure.status === 404) return `there is no bucket "${Bucket}"`
        if (failure.status === 403 || failure.status === 400 || failure.status === 401)
          return `the object store does not let these keys into the bucket "${Bucket}"`
        throw new AppError('FILES_UNAVAILABLE', { cause: error })
      }
    },
    /** Nothing is asked of it any more. */
    shut: () => {
      shut = true
    },
    close: () => client.destroy(),
  }
}

class Missing extends Error {}

/** The work, its answer's body included, in its time or not at all. */
async function bounded<T>(work: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error('the object store did not answer in time')
      stop.abort(error)
      reject(error)
    }, ms)
  })
  try {
    return await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Pieces of any size as parts of one size; the last says so. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const piece of source) {
    held.push(piece)
    size += piece.byteLength
    while (size > PART_BYTES) {
      const all = Buffer.concat(held)
      yield { bytes: all.subarray(0, PART_BYTES), last: false }
      held = [all.subarray(PART_BYTES)]
      size -= PART_BYTES
    }
  }
  yield { bytes: Buffer.concat(held), last: true }
}
