import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { date, id, prose, reason, singleLine, uuid, version } from '../core/scalars.ts'
import * as s from './schema.ts'
import { chartSheet, dietSheet } from './sheet.ts'

const closed = ['NOT_FOUND', 'MEMBER_DISABLED', 'EMR_NOT_AUTHORISED'] as const
const ofCourse = ['NOT_FOUND', 'EMR_NOT_AUTHORISED', 'ILLEGAL_STEP'] as const

export const fetchDietMember = endpoint({
  method: 'POST',
  path: '/his/api/fetchDietMember',
  summary: 'Members in diet management, those whose meals wait for advice first',
  permission: 'diet.read',
  audit: 'read',
  replica: true,
  body: s.dietQuery,
  response: s.dietRow,
  list: true,
  sheet: dietSheet,
  tags: ['diet', 'readings'],
})
export const fetchDietMemberDetail = endpoint({
  method: 'POST',
  path: '/his/api/fetchDietMemberDetail',
  summary: "A member's diet management, with what targets are computed from and those in force",
  permission: 'diet.read',
  audit: 'read',
  body: z.object({ pid: id }),
  response: s.dietDetail,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['diet', 'members', 'readings', 'consents'],
})
export const fetchDietInfo = endpoint({
  method: 'POST',
  path: '/his/api/fetchDietInfo',
  summary: 'Meals first to sixth by day, with foods, amounts and pictures, against the targets of the day; advice',
  permission: 'diet.read',
  audit: 'read',
  body: s.span,
  response: s.dietInfo,
  errors: closed,
  tags: ['diet', 'files'],
})
export const fetchDietChartData = endpoint({
  method: 'POST',
  path: '/his/api/fetchDietChartData',
  summary: 'Nutrients by day against targets, with weight and glucose of the same days',
  permission: 'diet.read',
  audit: 'read',
  replica: true,
  body: s.span,
  response: s.dietChart,
  sheet: chartSheet,
  errors: closed,
  tags: ['diet', 'readings'],
})
export const getDietStandard = endpoint({
  method: 'POST',
  path: '/his/api/getDietStandard',
  summary: 'Targets in force on a day, and all there were',
  permission: 'diet.read',
  audit: 'read',
  body: z.object({ pid: id, day: date.optional() }),
  response: s.standards,
  errors: closed,
  tags: ['diet'],
})
export const insertDietStandard = endpoint({
  method: 'POST',
  path: '/his/api/insertDietStandard',
  summary: 'Set targets: computed from sex, age, weight, activity and condition, or by hand',
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  body: s.standardBody,
  response: s.standard,
  errors: [
    ...ofCourse,
    'VERSION_STALE',
    'DIET_PROFILE_MISSING',
    'FIELD_RELATED',
    'VALUE_IMPLAUSIBLE',
    'WEIGHT_CHANGE_IMPLAUSIBLE',
    'DIET_DAY_UNUSUAL',
  ],
  tags: ['diet'],
})
export const withdrawDietStandard = endpoint({
  method: 'POST',
  path: '/his/api/dietcourses/{id}/withdrawals',
  summary: 'Take back targets planned for a day to come; that they were planned is kept',
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  /** Of the targets that are taken back. */
  body: z.object({ version }),
  response: s.standard,
  errors: ofCourse,
  tags: ['diet'],
})
export const fetchdietnutrients = endpoint({
  method: 'POST',
  path: '/his/api/fetchdietnutrients',
  summary: 'Foods of the shipped composition table, by a Chinese or an English name',
  permission: 'diet.read',
  audit: 'none',
  body: z.object({ q: singleLine(60) }),
  response: z.array(s.food),
  tags: ['diet'],
})
export const insertDietDoctor = endpoint({
  method: 'POST',
  path: '/his/api/insertDietDoctor',
  summary: "The dietitian's advice to one or several, each answered by itself",
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  body: s.adviceBody,
  response: s.adviceOutcome,
  errors: ['CONTENT_REQUIRED', 'NOT_FOUND', 'MEMBER_DISABLED'],
  tags: ['diet'],
})
export const putDietAdvice = endpoint({
  method: 'PUT',
  path: '/his/api/dietadvices/{id}',
  summary: 'Change advice; what stood before is kept',
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  params: z.object({ id: uuid }),
  body: z.object({ version, text: prose(s.MAX_ADVICE).default('') }),
  response: s.advice,
  errors: [...ofCourse, 'VERSION_STALE', 'CONTENT_REQUIRED'],
  tags: ['diet'],
})
export const postDietMeal = endpoint({
  method: 'POST',
  path: '/his/api/dietmeals',
  summary: 'A meal as it was told, or corrected: what was said first is kept',
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  body: s.mealBody,
  response: s.meal,
  errors: [...ofCourse, 'VERSION_STALE', 'DUPLICATE', 'FOOD_NOT_FOUND', 'FIELD_RELATED', 'VALUE_INVALID'],
  tags: ['diet'],
})
export const postDietCourse = endpoint({
  method: 'POST',
  path: '/his/api/dietcourses',
  summary: "Begin a member's diet management",
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  body: z.object({ pid: id, unitId: id.optional() }),
  response: s.course,
  errors: ['NOT_FOUND', 'MEMBER_DISABLED', 'DUPLICATE'],
  tags: ['diet'],
})
export const endDietCourse = endpoint({
  method: 'POST',
  path: '/his/api/dietcourses/{id}/end',
  summary: "End a member's diet management; what was entered stays",
  permission: 'diet.advise',
  audit: 'write',
  idempotent: true,
  params: z.object({ id }),
  body: z.object({ version, reason: reason(singleLine(300)).default('') }),
  response: s.course,
  errors: ['NOT_FOUND', 'VERSION_STALE', 'ILLEGAL_STEP', 'REASON_REQUIRED'],
  tags: ['diet'],
})
