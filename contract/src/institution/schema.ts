import { z } from 'zod'
import { businessHours } from '../core/business-hours.ts'
import { holiday } from '../core/holiday.ts'
import { paging } from '../core/paging.ts'
import { asked, date, id, instant, locale, prose, singleLine, version } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'

// ── how the institution is reached, and what is written to it ───────────────────────────────────────────────────
export const institutionContact = z.object({
  name: z.string(),
  nameEn: z.string().nullable(),
  phone: z.string().nullable(),
  /** Null: no hours are set, which does not say that somebody is always there. */
  hours: businessHours.nullable(),
  /** To come, the next ones. */
  holidays: z.array(holiday),
  timeZone: z.string(),
  /** Whether it is open now, where hours are set. */
  open: z.boolean().nullable(),
  /** Whether what is written goes by mail besides. */
  mailed: z.boolean(),
})
export type InstitutionContact = z.output<typeof institutionContact>

export const feedbackKinds = ['problem', 'idea', 'question', 'praise'] as const
export const feedbackKind = z.enum(feedbackKinds)
export const FEEDBACK_TITLE_MAX = 120
export const FEEDBACK_REMARKS_MAX = 1000
export const FEEDBACK_TEXT_MAX = 4000

export const feedback = z.object({
  id,
  kind: feedbackKind,
  title: z.string(),
  remarks: z.string(),
  content: z.string(),
  by: staffBrief,
  at: instant,
  /** Where it was written. */
  build: z.string().nullable(),
  userAgent: z.string().nullable(),
  mailed: z.boolean(),
  answer: z.object({ text: z.string(), by: staffBrief, at: instant }).nullable(),
  version,
})
export type Feedback = z.output<typeof feedback>
/** `all`: the institution's, for its administrators. */
export const feedbackQuery = z.object({
  of: z.enum(['own', 'all']).default('own'),
  state: z.enum(['open', 'answered']).optional(),
  ...paging,
})
/** Each that is missing has a code of its own. */
export const newFeedback = z.object({
  kind: feedbackKind.default('idea'),
  title: asked(singleLine(FEEDBACK_TITLE_MAX).default('')),
  remarks: asked(prose(FEEDBACK_REMARKS_MAX).default('')),
  content: asked(prose(FEEDBACK_TEXT_MAX).default('')),
  build: singleLine(40).optional(),
})
export type NewFeedback = z.input<typeof newFeedback>
export const feedbackAnswer = z.object({ version, answer: asked(prose(FEEDBACK_TEXT_MAX).default('')) })

// ── what the institution tells its staff of their data ──────────────────────────────────────────────────────────
export const STATEMENT_SECTIONS_MAX = 30
const statementText = z.object({
  title: singleLine(120).min(1),
  sections: z
    .array(
      z.object({
        heading: singleLine(120).min(1),
        text: prose(6000)
          .refine((text) => text.trim() !== '')
          .describe('Not blank.'),
      }),
    )
    .min(1)
    .max(STATEMENT_SECTIONS_MAX),
})
export type StatementText = z.output<typeof statementText>
/** In the institution's first language always; the others may be missing. */
export const statementTexts = z.object({
  'zh-TW': statementText,
  'zh-CN': statementText.optional(),
  en: statementText.optional(),
})
export type StatementTexts = z.output<typeof statementTexts>
const statementNo = z.number().int().min(0)
export const privacyStatement = z.object({
  /** 0: the product's own, where the institution has published none. */
  no: statementNo,
  newest: z.boolean(),
  publishedOn: date,
  /** The language it is in: the one that was asked for, else zh-TW. */
  lang: locale,
  languages: z.array(locale),
  ...statementText.shape,
  versions: z.array(z.object({ no: statementNo, publishedOn: date })),
  /** When the caller accepted this version. */
  acceptedAt: instant.nullable(),
})
export type PrivacyStatement = z.output<typeof privacyStatement>
/** `after`: the newest one that its writer knows, so that two do not publish over each other. */
export const newStatement = z.object({ after: statementNo, texts: statementTexts })
