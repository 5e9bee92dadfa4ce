import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Leaves the names of prepared statements alone: by them PostgreSQL keeps its plans, and nothing else depends on them. */
const statementNames = {
  shouldIgnore({ node, parent }) {
    const named =
      node.type === 'StringLiteral' &&
      parent?.type === 'CallExpression' &&
      parent.callee.type === 'MemberExpression' &&
      parent.callee.property.name === 'prepare';
    return named ? 'the name of a prepared statement' : undefined;
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'statement-names', statementNames)];
