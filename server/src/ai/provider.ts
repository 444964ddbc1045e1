import type { AiEndpoint } from '../platform/config.ts'
import { askProvider, fieldOf, isTemporary } from '../platform/provider-request.ts'

export interface Question {
  /** What the model is to be, and what it must not do. */
  system: string
  text: string
  /** Tokens of the answer at most. */
  most?: number
}
export type Answer =
  | { ok: true; text: string; model: string }
  /** As of a message out: `temporary` is worth another try; `reason` holds no word of the question. */
  | { ok: false; temporary: boolean; reason: string }

/** Everything that asks a language model stands behind this. It never throws for what the other side does. */
export interface AiProvider {
  readonly name: string
  ask(question: Question): Promise<Answer>
}

/** A model thinks longer than a gateway sends. */
const ANSWERS_WITHIN_MS = 60_000
const MOST = 800

/** Any endpoint that speaks OpenAI's chat completions, whoever runs it. */
export const openAiCompatible = ({ url, key, model }: AiEndpoint): AiProvider => ({
  name: 'openai',
  async ask({ system, text, most = MOST }) {
    const body = {
      model,
      max_tokens: most,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: text },
      ],
    }
    const said = await askProvider(
      `${url}/chat/completions`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body: JSON.stringify(body),
      },
      ANSWERS_WITHIN_MS,
    )
    if ('failed' in said) return { ok: false, temporary: true, reason: said.failed }
    if (said.status !== 200) return { ok: false, temporary: isTemporary(said.status), reason: `HTTP ${said.status}` }
    const answer = contentOf(said.text)
    if (!answer) return { ok: false, temporary: false, reason: 'UNREADABLE' }
    const named = fieldOf(said.text, 'model')
    return { ok: true, text: answer, model: typeof named === 'string' ? named.slice(0, 100) : model }
  },
})

/** `choices[0].message.content`. */
function contentOf(text: string): string | null {
  const choices = fieldOf(text, 'choices')
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined
  const message: unknown = typeof first === 'object' && first ? Reflect.get(first, 'message') : undefined
  const content: unknown = typeof message === 'object' && message ? Reflect.get(message, 'content') : undefined
  return typeof content === 'string' && content.trim() ? content.trim() : null
}
