import { readsDiet, right, sees } from '../needs.ts'
import type { Call, Rule } from './shape.ts'

const reads = [sees, readsDiet]
const writes = [sees, right('diet.advise'), readsDiet]
const span = { from: '2026-01-01', to: '2026-01-07' }
const ofMember = (body: object = {}): Call => ({ ids: { 'body.pid': 'member' }, with: { body }, needs: reads })

/** Diet management: that there is one is known to the unit; what was eaten, aimed at and advised is not, without leave. */
export const diet: Record<string, Rule> = {
  'POST /his/api/fetchDietMember': {
    none: 'a list: filled by what the caller sees',
    with: { body: { pageSize: 100 } },
    ids: ['body.pid', 'body.unit', 'body.group'],
  },
  'POST /his/api/fetchDietMemberDetail': [{ ids: { 'body.pid': 'member' }, needs: [sees] }],
  'POST /his/api/fetchDietInfo': [ofMember(span)],
  'POST /his/api/fetchDietChartData': [ofMember(span)],
  'POST /his/api/getDietStandard': [ofMember()],
  'POST /his/api/fetchdietnutrients': { none: 'common knowledge', with: { body: { q: '飯' } } },
  'POST /his/api/insertDietStandard': [
    {
      ids: { 'body.course': 'dietCourse' },
      with: { body: { version: 1, activity: 'low', gender: 'female', age: 60, weightKg: 60, confirmed: true } },
      needs: writes,
    },
  ],
  // The folders' targets hold already: nobody takes them back, and who may not is told nothing of them.
  'POST /his/api/dietcourses/{id}/withdrawals': [
    { ids: { 'params.id': 'dietCourse' }, with: { body: { version: 1 } }, needs: writes, answers: 'ILLEGAL_STEP' },
  ],
  'POST /his/api/insertDietDoctor': [
    // Which meals were read is asked within the courses that are advised.
    {
      ids: { 'body.courses.0': 'dietCourse' },
      unread: ['body.mealsTo.0.course'],
      each: true,
      with: { body: { text: 'x' } },
      needs: writes,
    },
  ],
  'PUT /his/api/dietadvices/{id}': [
    { ids: { 'params.id': 'dietAdvice' }, with: { body: { version: 1, text: 'x' } }, needs: writes },
  ],
  'POST /his/api/dietmeals': [
    {
      ids: { 'body.course': 'dietCourse' },
      // Foods of the meal and pictures of the member alone: diet.test.ts.
      unread: ['body.foods.0.id', 'body.pictures.0'],
      with: {
        body: { day: '2026-01-02', meal: 1, version: 0, foods: [{ own: { name: '飯', per100: {} }, grams: 100 }] },
      },
      needs: writes,
    },
  ],
  // Everybody of the folders is in it already.
  'POST /his/api/dietcourses': [
    { ids: { 'body.pid': 'member' }, unread: ['body.unitId'], needs: [sees], answers: 'DUPLICATE' },
  ],
  'POST /his/api/dietcourses/{id}/end': [
    { ids: { 'params.id': 'dietCourse' }, with: { body: { version: 1, reason: 'x' } }, needs: [sees] },
  ],
}
