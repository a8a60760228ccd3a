export default { preset: 'planning-delivery-api/testing', testMatch: ['<rootDir>/test/**/*.spec.ts'] };
