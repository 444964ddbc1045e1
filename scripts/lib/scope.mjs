/**
 * `npm test` is the gate and says so to all it starts: each kind of question once. Without it everything is asked, so that a
 * file asked by its name, and `npm run test:all`, ask all they have (docs/proof.md).
 */
export const gate = process.env.TEST_SCOPE === 'gate'
