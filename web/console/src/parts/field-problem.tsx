import { ApiError } from "../api/client";

/** What the service says of one field. */
export function FieldProblem({ of: error, field }: { of: unknown; field: string }) {
  const found = error instanceof ApiError ? error.fields.find((each) => each.field === field) : undefined;
  return found ? <small role="alert">{found.message}</small> : null;
}
