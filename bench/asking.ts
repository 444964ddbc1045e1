import { PASSWORD } from './data.ts'

interface Asked {
  token?: string
  method?: string
  body?: object
}
/** What the product answers, whole; anything but 200 throws. */
export async function answerOf<T>(url: string, { token, body, method = body ? 'POST' : 'GET' }: Asked): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${text.slice(0, 200)}`)
  return JSON.parse(text) as T
}
export const dataOf = async <T>(url: string, asked: Asked): Promise<T> => (await answerOf<{ data: T }>(url, asked)).data

/** Of the generated staff, who all have one password. */
export async function signedIn(url: string, id: string): Promise<{ token: string; mid: number }> {
  const body = { id, pwd: PASSWORD }
  const { token, data } = await answerOf<{ token?: string; data: { mid: number } }>(`${url}/his/user/login`, { body })
  if (!token) throw new Error(`${id} could not sign in`)
  return { token, mid: data.mid }
}

/** The conversation of two colleagues: begun, or the one that is there. */
export const conversationWith = async (url: string, token: string, mid: number): Promise<number> =>
  (await dataOf<{ id: number }>(`${url}/his/api/newdoctorchat`, { token, body: { mid } })).id
