class CodeScout < Formula
  desc "Code intelligence for agents and people from one local index"
  homepage "{{repository}}"
  version "{{version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/code-scout-{{version}}-darwin-arm64.tar.gz"
      sha256 "{{sha256 darwin-arm64.tar.gz}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/code-scout-{{version}}-darwin-x64.tar.gz"
      sha256 "{{sha256 darwin-x64.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{repository}}/releases/download/v{{version}}/code-scout-{{version}}-linux-arm64.tar.gz"
      sha256 "{{sha256 linux-arm64.tar.gz}}"
    end
    on_intel do
      url "{{repository}}/releases/download/v{{version}}/code-scout-{{version}}-linux-x64.tar.gz"
      sha256 "{{sha256 linux-x64.tar.gz}}"
    end
  end

  def install
    # The program finds its files beside the place that the link leads to.
    libexec.install Dir["*"]
    bin.install_symlink libexec/"code-scout"
  end

  test do
    (testpath/"package.json").write "{}"
    (testpath/"lamp.py").write "def moor_vessel(name):\n    return name\n"
    assert_match version.to_s, shell_output("#{bin}/code-scout --version")
    system bin/"code-scout", "index"
    assert_match "lamp.py", shell_output("#{bin}/code-scout symbols moor_vessel")
  end
end
