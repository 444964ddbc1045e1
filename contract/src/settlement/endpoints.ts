import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { locale } from '../core/scalars.ts'
import * as s from './schema.ts'
import { lineSheet, statementSheet } from './sheets.ts'

const params = z.object({ id: s.statementId })

export const getStatements = endpoint({
  method: 'GET',
  path: '/his/api/statements',
  summary: "What months brought: one's own, or the institution's; a month that is not over as a forecast",
  // Of one's own by `fee.own`, of the institution by `fee.partner`: the service asks.
  permission: 'setting.own',
  audit: 'read',
  replica: true,
  query: s.statementQuery,
  response: s.statement,
  list: true,
  sheet: statementSheet,
  tags: ['statements', 'notifications'],
})
export const getStatementSums = endpoint({
  method: 'GET',
  path: '/his/api/statementsums',
  summary: 'The sums of the same statements, a currency at a time, and what came too late for the month',
  permission: 'setting.own',
  audit: 'none',
  replica: true,
  query: s.sumsQuery,
  response: s.statementSums,
  tags: ['statements', 'appointments'],
})
export const getStatement = endpoint({
  method: 'GET',
  path: '/his/api/statements/{id}',
  summary: 'One statement: every visit, each deduction, corrections, payouts and what was asked',
  permission: 'setting.own',
  audit: 'read',
  replica: true,
  params,
  response: s.statementDetail,
  sheet: lineSheet,
  errors: ['NOT_FOUND'],
  tags: ['statements', 'notifications'],
})
export const putStatement = endpoint({
  method: 'PUT',
  path: '/his/api/statements/{id}',
  summary: 'Confirm a statement: its sums are checked, and its person is told',
  permission: 'fee.partner',
  audit: 'write',
  params,
  body: s.confirmation,
  response: s.statementDetail,
  errors: ['NOT_FOUND', 'SETTLE_OWN', 'SETTLE_CLOSED', 'SETTLE_ILLEGAL_STEP', 'SETTLE_UNBALANCED', 'VERSION_STALE'],
  tags: ['statements'],
})
export const postCorrection = endpoint({
  method: 'POST',
  path: '/his/api/statements/{id}/corrections',
  summary: 'A correction with its reason, as a line of its own; of a settled month in the next one',
  permission: 'fee.partner',
  audit: 'write',
  idempotent: true,
  params,
  body: s.correction,
  response: s.statementDetail,
  errors: ['NOT_FOUND', 'REASON_REQUIRED', 'SETTLE_OWN', 'SETTLE_CLOSED', 'SETTLE_ILLEGAL_STEP'],
  tags: ['statements'],
})
export const postPayout = endpoint({
  method: 'POST',
  path: '/his/api/statements/{id}/payouts',
  summary: 'Paid out with the reference of the bank, or refused by it with the reason',
  permission: 'fee.partner',
  audit: 'write',
  idempotent: true,
  params,
  body: s.payoutAct,
  response: s.statementDetail,
  errors: [
    'NOT_FOUND',
    'BANK_INCOMPLETE',
    'REASON_REQUIRED',
    'VALUE_INVALID',
    'SETTLE_OWN',
    'SETTLE_ILLEGAL_STEP',
    'VERSION_STALE',
  ],
  tags: ['statements'],
})
export const postStatementRemark = endpoint({
  method: 'POST',
  path: '/his/api/statements/{id}/remarks',
  summary: 'Ask about a line of the own statement, or answer as who settles',
  permission: 'setting.own',
  audit: 'write',
  idempotent: true,
  params,
  body: s.remarkWish,
  response: s.statementDetail,
  errors: ['NOT_FOUND', 'SETTLE_ILLEGAL_STEP'],
  tags: ['statements'],
})
export const getStatementDocument = endpoint({
  method: 'GET',
  path: '/his/api/statements/{id}/document',
  summary: 'The statement as a PDF',
  permission: 'setting.own',
  audit: 'read',
  params,
  query: z.object({ lang: locale.optional() }),
  response: z.unknown(),
  raw: true,
  file: 'pdf',
  errors: ['NOT_FOUND'],
  tags: ['statements'],
})
export const getTransferFile = endpoint({
  method: 'GET',
  path: '/his/api/transferfiles',
  summary: "The bank's transfer file of a month and currency: what is confirmed, with whole account numbers",
  permission: 'fee.partner',
  audit: 'read',
  query: s.transferQuery,
  response: z.unknown(),
  raw: true,
  file: 'xlsx',
  errors: ['NOT_FOUND'],
  tags: ['statements'],
})
export const getSettlementRates = endpoint({
  method: 'GET',
  path: '/his/api/settlementrates',
  summary: 'What is taken off, from which day on',
  permission: 'setting.own',
  audit: 'none',
  response: z.array(s.settlementRate),
  tags: ['statements'],
})
export const postSettlementRate = endpoint({
  method: 'POST',
  path: '/his/api/settlementrates',
  summary: 'Another rate of the institution, from a day to come on',
  permission: 'fee.partner',
  audit: 'write',
  idempotent: true,
  body: s.rateWish,
  response: z.array(s.settlementRate),
  errors: ['VALUE_INVALID', 'FIELD_RELATED'],
  tags: ['statements'],
})
