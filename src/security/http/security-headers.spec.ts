import { swaggerContentSecurityPolicy } from './security-headers.js';

test('the Swagger page runs only the inline scripts that are named by their text', () => {
  expect(swaggerContentSecurityPolicy(['alert(1)'])).toContain(
    "script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';",
  );
  expect(swaggerContentSecurityPolicy()).toContain("script-src 'self';");
});
