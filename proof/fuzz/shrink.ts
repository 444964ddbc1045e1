import type { Shot } from './requests.ts'

/**
 * A request made smaller, piece by piece, as long as it still shows the same fault: what is left is what matters.
 * It works on the request as it was sent, so it needs nothing of how the request was made, and is the same every time.
 */
type Request = Shot['request']
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Simpler values than this one, the simplest first. */
function* simpler(value: unknown): Generator<unknown> {
  if (typeof value === 'string') {
    if (value === '') return
    yield ''
    if (value.length > 1) {
      yield value.slice(0, value.length / 2)
      yield value.slice(0, -1)
    }
    if (/[^a]/.test(value)) yield 'a'.repeat(value.length)
  } else if (typeof value === 'number') {
    if (value === 0) return
    yield 0
    if (Math.abs(value) > 1) yield Math.trunc(value / 2)
    if (!Number.isInteger(value)) yield Math.trunc(value)
  } else if (Array.isArray(value)) {
    if (value.length > 3) {
      yield value.slice(0, value.length / 2)
      yield value.slice(value.length / 2)
    }
    for (const at of value.keys()) if (at < 20) yield value.toSpliced(at, 1)
    for (const [at, inner] of value.entries())
      if (at < 20) for (const one of simpler(inner)) yield value.toSpliced(at, 1, one)
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) yield Object.fromEntries(Object.entries(value).filter(([one]) => one !== key))
    for (const [key, inner] of Object.entries(value))
      for (const one of simpler(inner)) yield Object.fromEntries(Object.entries({ ...value, [key]: one }))
  } else if (value === true) yield false
}

/** The same request with one piece less. Who asks stays: another person would be another find. */
function* smaller(request: Request): Generator<Request> {
  for (const name of Object.keys(request.headers)) {
    if (['authorization', 'cookie', 'content-type'].includes(name)) continue
    const { [name]: _, ...headers } = request.headers
    yield { ...request, headers }
  }
  const [path = '', query] = request.url.split('?')
  if (query !== undefined) {
    const pairs = [...new URLSearchParams(query)]
    const made = (left: string[][]) => ({
      ...request,
      url: left.length ? `${path}?${new URLSearchParams(left)}` : path,
    })
    for (const at of pairs.keys()) yield made(pairs.toSpliced(at, 1))
    for (const [at, [name, value]] of pairs.entries())
      for (const one of simpler(value)) yield made(pairs.toSpliced(at, 1, [name, String(one)]))
  }
  if (typeof request.payload !== 'string') return
  let body: unknown
  try {
    body = JSON.parse(request.payload)
  } catch {
    for (const one of simpler(request.payload)) yield { ...request, payload: String(one) }
    return
  }
  for (const one of simpler(body)) yield { ...request, payload: JSON.stringify(one) }
}

/** `still` sends it and says whether the fault is there; at most so many times. */
export async function shrink(
  shot: Shot,
  still: (shot: Shot) => Promise<boolean>,
  most = 150,
): Promise<{ shot: Shot; steps: number }> {
  let now = shot
  let tried = 0
  let steps = 0
  for (let found = true; found; ) {
    found = false
    for (const request of smaller(now.request)) {
      if (tried >= most) return { shot: now, steps }
      tried += 1
      const next = { ...now, request }
      if (!(await still(next))) continue
      now = next
      steps += 1
      found = true
      break
    }
  }
  return { shot: now, steps }
}
