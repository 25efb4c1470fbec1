import { expect, test } from "vitest";
import { classAndMember } from "./symbol-names.ts";

test.each([
  ["Acme.Billing.Calculator.Total", "a.cs", "Calculator.Total"],
  ["Acme.Calculator", "a.cs", "Acme.Calculator"],
  ["Outer.Inner.run", "a.py", "Inner.run"],
  ["run", "a.py", "run"],
  ["MyApp.Accounts.User.valid?", "user.ex", "User.valid?"],
  // The name of a file, a title, a key of data.
  ["parcel.test.ts", "src/parcel.test.ts", "parcel.test.ts"],
  ["Release 1.2.3 of the depot", "NEWS.md", "Release 1.2.3 of the depot"],
  ["Deployment/web.spec.x", "web.yaml", "Deployment/web.spec.x"],
  ["a..b.c", "a.ts", "a..b.c"],
  ["", "a.ts", ""],
])("%s of %s is shown as %s", (label, file, shown) => {
  expect(classAndMember(label, file)).toBe(shown);
});
