import { describe, expect, it } from 'vitest';
import { countFaults, countPlaywright, countVitest, readReport } from './test-report';

const file = (status: string, ...tests: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: tests.map((state, index) => ({ fullName: `test ${index}`, status: state })),
});

describe('the sum of all test runs', () => {
  it('takes what Vitest counted', () => {
    const report = {
      success: false,
      numPassedTests: 2,
      numFailedTests: 1,
      testResults: [file('failed', 'passed', 'failed')],
    };
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      remarks: ['failed: a.test.ts \u203a test 1'],
    });
  });

  it('says why a test failed, without colours', () => {
    const failed = {
      fullName: 'sums up',
      status: 'failed',
      failureMessages: ['\u001B[31mexpected 1 to be 2\u001B[39m'],
    };
    const report = {
      success: false,
      numPassedTests: 0,
      numFailedTests: 1,
      testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [failed] }],
    };
    expect(countVitest(report).remarks).toEqual(['failed: a.test.ts \u203a sums up: expected 1 to be 2']);
  });

  it('names a browser test that failed', () => {
    const results = [{ error: { message: 'no such button' } }, {}];
    const specs = [{ file: 'a.spec.ts', title: 'one', tests: [{ status: 'unexpected', results }] }];
    const report = {
      suites: [{ specs }],
      stats: { expected: 0, unexpected: 1, flaky: 0, skipped: 0 },
      errors: [],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 0,
      failed: 1,
      remarks: ['failed: a.spec.ts \u203a one: no such button'],
    });
  });

  it('counts a skipped test as failed, and names it', () => {
    const report = {
      success: true,
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [file('passed', 'passed', 'skipped')],
    };
    expect(countVitest(report, true)).toEqual({ passed: 1, failed: 1, remarks: ['skipped: test 1'] });
  });

  it('names what was skipped, and counts it as nothing, where it cannot be had', () => {
    const report = {
      success: true,
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [file('passed', 'passed', 'skipped')],
    };
    expect(countVitest(report, false)).toEqual({
      passed: 1,
      failed: 0,
      remarks: ['not tried here: test 1'],
    });
    const told = { fullName: 'runs (not tried: no such system)', status: 'skipped' };
    report.testResults.push({ name: 'b.test.ts', status: 'passed', assertionResults: [told] });
    expect(countVitest(report, true)).toEqual({
      passed: 1,
      failed: 1,
      remarks: ['skipped: test 1', 'not tried here: runs (not tried: no such system)'],
    });
  });

  it('counts a file that broke before its tests', () => {
    const report = { success: false, numPassedTests: 0, numFailedTests: 0, testResults: [file('failed')] };
    expect(countVitest(report).failed).toBe(1);
  });

  it('counts a runner that failed although its tests passed', () => {
    const report = { success: false, numPassedTests: 3, numFailedTests: 0, testResults: [] };
    expect(countVitest(report)).toMatchObject({ passed: 3, failed: 1 });
  });

  it('counts skipped and broken browser tests as failed', () => {
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 1 },
      errors: [{ message: 'no browser' }],
    };
    expect(countPlaywright(report)).toMatchObject({ passed: 4, failed: 3 });
  });

  it('counts a browser test that passed at the second try, and names it', () => {
    const spec = (title: string, status: string) => ({ file: 'a.spec.ts', title, tests: [{ status }] });
    const report = {
      suites: [{ specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'flaky')] }] }],
      stats: { expected: 1, unexpected: 0, flaky: 1, skipped: 0 },
      errors: [],
    };
    expect(countPlaywright(report)).toEqual({
      passed: 2,
      failed: 0,
      remarks: ['passed at the second try: a.spec.ts \u203a two'],
    });
  });

  it('counts a test of Vitest that passed at the second try, and names it', () => {
    const flaky = { fullName: 'moves the focus', status: 'passed', failureMessages: ['not yet'] };
    const report = {
      success: true,
      numPassedTests: 1,
      numFailedTests: 0,
      testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults: [flaky] }],
    };
    expect(countVitest(report)).toEqual({
      passed: 1,
      failed: 0,
      remarks: ['passed at the second try: a.test.ts \u203a moves the focus'],
    });
  });

  it('counts a missing report as a failure', () => {
    expect(readReport('/nowhere/report.json', 0, countFaults)).toMatchObject({ passed: 0, failed: 1 });
  });
});
