# A template: `npm run pack -- --formula URL` fills in the address and the checksum of the published package.
class Satori < Formula
  desc "Local code intelligence: search in plain words, outlines, call graphs, MCP"
  homepage "https://satori.dev"
  url "@URL@"
  sha256 "@SHA256@"
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    ENV["SATORI_HOME"] = testpath/"home"
    (testpath/"code/retry.py").write "def retry_failed_request():\n    pass\n"
    cd "code" do
      assert_match "retry_failed_request", shell_output("#{bin}/satori outline retry.py")
    end
    initialize_request = '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":' \
                         '"2025-06-18","capabilities":{},"clientInfo":{"name":"brew","version":"1"}}}'
    assert_match '"serverInfo"', pipe_output("#{bin}/satori-mcp", "#{initialize_request}\n", 0)
  end
end
