import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { localised } from '../core/export.ts'
import { id, instant, prose, reason, singleLine, uuid } from '../core/scalars.ts'
import { staffBrief } from '../staff/brief.ts'

/** Where a report comes from, as FHIR's DiagnosticReport has it. */
export const reportCategories = ['laboratory', 'imaging', 'pathology', 'other'] as const
/** `referral`: what a referral was answered with, which stands here by that alone. */
export const reportCategory = z.enum([...reportCategories, 'referral'])
export type ReportCategory = z.output<typeof reportCategory>
export const reportCategoryLabels: Record<ReportCategory, ReturnType<typeof localised>> = {
  laboratory: localised('檢驗', '检验', 'Laboratory'),
  imaging: localised('影像檢查', '影像检查', 'Imaging'),
  pathology: localised('病理', '病理', 'Pathology'),
  other: localised('其他', '其他', 'Other'),
  referral: localised('轉診回覆', '转诊回复', 'Referral report'),
}

/** HL7's interpretation of an observation: low, high, critically so, abnormal, normal; `null`: the report says none. */
export const interpretations = ['LL', 'L', 'N', 'H', 'HH', 'A'] as const
export const reportResult = z.object({
  /** LOINC or the source's own code, where it says one. */
  code: singleLine(40).min(1).nullable().default(null),
  name: singleLine(100).min(1),
  /** As the report says it: a number, `<0.5`, `negative`. */
  value: singleLine(100).min(1),
  unit: singleLine(40).default(''),
  referenceRange: singleLine(100).default(''),
  interpretation: z.enum(interpretations).nullable().default(null),
})
export type ReportResult = z.output<typeof reportResult>

const said = {
  category: reportCategory,
  title: singleLine(200).min(1),
  /** The laboratory or institution it comes from. */
  source: singleLine(100).min(1),
  /** The source's own number: said again, it corrects the one before. */
  identifier: singleLine(100).min(1).nullable().default(null),
  /** When the source issued it. */
  issuedAt: instant,
  results: z.array(reportResult).max(200).default([]),
  conclusion: prose(4000).default(''),
  /** The report itself, a stored file of the same patient. */
  fileId: uuid.nullable().default(null),
}
export const externalReportBody = z.object({ pid: id, ...said, category: z.enum(reportCategories) })
export type ExternalReportBody = z.output<typeof externalReportBody>
export const externalReport = z.object({
  id: uuid,
  pid: id,
  ...said,
  receivedAt: instant,
  by: staffBrief,
  /** How many earlier ones of the same number it stands for. */
  corrects: z.number().int(),
  /** The file may be opened. */
  file: z.object({ id: uuid, name: z.string() }).nullable(),
  withdrawn: z.object({ by: staffBrief, at: instant, reason: z.string() }).nullable(),
})
export type ExternalReport = z.output<typeof externalReport>

export const postExternalReport = endpoint({
  method: 'POST',
  path: '/his/api/externalreports',
  summary: 'Keep a laboratory result or a report of another institution, with its source and time',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  body: externalReportBody,
  response: externalReport,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'FIELD_EMPTY', 'VALUE_INVALID'],
  tags: ['files'],
})
export const getExternalReports = endpoint({
  method: 'GET',
  path: '/his/api/externalreports/{pid}',
  summary: 'Results and reports of others in the record of a patient, the newest first; 200 at most',
  permission: 'file.read',
  audit: 'read',
  params: z.object({ pid: id }),
  response: z.object({ reports: z.array(externalReport), more: z.boolean() }),
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED'],
  tags: ['files'],
})
export const putExternalReport = endpoint({
  method: 'PUT',
  path: '/his/api/externalreports/{id}',
  summary: 'Withdraw a report that was entered wrongly: it stays, struck through, with the reason',
  permission: 'file.upload',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.object({ withdraw: z.literal(true), reason: reason(singleLine(300)).default('') }),
  response: externalReport,
  errors: ['NOT_FOUND', 'FORBIDDEN', 'ILLEGAL_STEP', 'REASON_REQUIRED'],
  tags: ['files'],
})
