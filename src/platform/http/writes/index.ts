export { AnswerSealing } from './answer-sealing.js';
