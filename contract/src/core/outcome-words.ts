import { errorText } from './errors.ts'
import { type ErrorCode, errors } from './errors.gen.ts'
import { type LocalisedText, localised } from './export.ts'

export const done = localised('成功', '成功', 'Done')
const said = (code: ErrorCode) => localised(errorText(code, 'zh-TW'), errorText(code, 'zh-CN'), errorText(code, 'en'))

/** How an act ended, in a person's words: that it was done, or what the caller was told. For files: the portal has its own. */
export const outcomeWords: Readonly<Record<string, LocalisedText>> = {
  ...Object.fromEntries((Object.keys(errors) as ErrorCode[]).map((code) => [code, said(code)])),
  OK: done,
}
